// x265 as it is now and then: it never learns that the last frame was the last, and waits for another.
//
// Preloaded, this stands between libavcodec and the installed x265. Told by SWAGE_SIM_X265=fault=end, the first call after the
// last frame doesn't return, and by fault=close the last of all, unless x265 was asked to make one frame at a time, as which it
// doesn't hang.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <x265.h>

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)
#define EXPORTED __attribute__((visibility("default")))

static const x265_api *installed[13];
static x265_api changed[13];

static int hangs(const x265_api *api, x265_encoder *encoder, const char *fault)
{
    const char *asked = getenv("SWAGE_SIM_X265");
    if (!asked || strcmp(asked, fault) != 0)
        return 0;
    x265_param *parameters = api->param_alloc();
    api->encoder_parameters(encoder, parameters);
    int frames = parameters->frameNumThreads;
    api->param_free(parameters);
    return frames != 1;
}

// Functions have nowhere to keep the depth of their samples, so there is one for each.
#define CALLS(depth) \
    static int encode##depth(x265_encoder *encoder, x265_nal **units, uint32_t *count, x265_picture *in, \
                             x265_picture *out) \
    { \
        while (!in && hangs(installed[depth], encoder, "fault=end")) \
            pause(); \
        return installed[depth]->encoder_encode(encoder, units, count, in, out); \
    } \
    static void close##depth(x265_encoder *encoder) \
    { \
        while (hangs(installed[depth], encoder, "fault=close")) \
            pause(); \
        installed[depth]->encoder_close(encoder); \
    }
CALLS(8)
CALLS(10)
CALLS(12)

EXPORTED const x265_api *x265_api_get(int depth)
{
    char name[64];
    snprintf(name, sizeof name, "libx265.so.%d", X265_BUILD);
    void *library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
    const x265_api *(*get)(int) = library ? (const x265_api *(*)(int))dlsym(library, NAME_OF(x265_api_get)) : NULL;
    const x265_api *api = get ? get(depth) : NULL;
    if (!api || api->bit_depth < 8 || api->bit_depth > 12)
        return api;
    int found = api->bit_depth;
    installed[found] = api;
    changed[found] = *api;
    changed[found].encoder_encode = found == 8 ? encode8 : found == 10 ? encode10 : encode12;
    changed[found].encoder_close = found == 8 ? close8 : found == 10 ? close10 : close12;
    return &changed[found];
}
