#ifndef SWAGE_SIMULATOR_NVENC_SESSION_H
#define SWAGE_SIMULATOR_NVENC_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <ffnvcodec/nvEncodeAPI.h>

#include "device.h"
#include "inner.h"
#include "picture.h"

// An input buffer of the encoder's own, or memory of the client that was registered.
typedef struct input {
  uint8_t *memory;
  size_t pitch;
  uint32_t width, height;
  NV_ENC_BUFFER_FORMAT format;
  bool registered, mapped, locked;
  struct input *next;
} input;

// A place for one packet. It is free, then promised to a picture that was sent, then holds a packet.
typedef struct output {
  bool promised, ready, locked;
  bytes packet;
  NV_ENC_PIC_TYPE type;
  uint64_t timestamp, duration;
  uint32_t index, quantizer;
  bool lost;
  struct output *next, *next_promised;
} output;

// More than the largest lookahead and the longest run of B-frames.
enum { MAX_WAITING = 64, MAX_B_FRAMES = 16 };

typedef struct session {
  uint32_t magic;
  char error[256];

  bool initialized;
  NV_ENC_INITIALIZE_PARAMS parameters;
  NV_ENC_CONFIG config;
  bool hevc;
  int depth, b_frames;
  uint32_t lookahead;
  const inner_interface *inner;
  inner_encoder *encoder;
  bytes headers;
  bool headers_written;

  input *inputs;
  output *outputs;
  // Places in the order in which they were handed in; packets take them in the order of decoding.
  output *first_promised, *last_promised;

  // Pictures held for the lookahead, then those of a group that waits for its last picture.
  picture *waiting[MAX_WAITING];
  int waiting_count;
  picture *group[MAX_B_FRAMES + 1];
  int group_count;

  bool started, force_idr;
  // Of the picture last taken, in display order.
  uint32_t since_idr, since_intra;
  // For the order of pictures in the stream: of the picture encoded before, in the same count as picture.order.
  uint32_t previous_order;
} session;

session *session_of(void *encoder);

// Notes what GetLastErrorString tells, and answers the status.
NVENCSTATUS session_error(session *failed, NVENCSTATUS status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The status that a fault wants of this call, or 0.
NVENCSTATUS sim_nvenc_fault(const char *call);
// The same for calls whose packets can be spoilt: `spoilt` (may be NULL) receives the action when it is one of those.
typedef enum { UNSPOILT, GARBAGE, BAD_BITSTREAM, LOST } spoiling;
NVENCSTATUS sim_nvenc_packet_fault(const char *call, spoiling *spoilt);

#define NVENC_CALL(name)                            \
  do {                                              \
    NVENCSTATUS wanted = sim_nvenc_fault(name);     \
    if (wanted != NV_ENC_SUCCESS) return wanted;    \
  } while (0)

// Begins a function of a session: faults first, then whether there is such a session.
#define SESSION_CALL(name, encoder)                               \
  NVENC_CALL(name);                                               \
  session *self = session_of(encoder);                            \
  if (!self) return NV_ENC_ERR_INVALID_PTR

// Structures carry the revision of their layout; a client built for another layout must be refused.
#define CHECK_REVISION(structure, expected)                                            \
  do {                                                                                 \
    if (!(structure)) return NV_ENC_ERR_INVALID_PTR;                                   \
    if ((((structure)->version ^ (expected)) >> 16 & 0xff) != 0)                       \
      return session_error(self, NV_ENC_ERR_INVALID_VERSION, "%s", #expected);         \
  } while (0)

// nvenc_query.c: what the device can do.
int sim_nvenc_capability(bool hevc, NV_ENC_CAPS capability);
bool sim_nvenc_has_codec(GUID codec, bool *hevc);
bool sim_nvenc_same(GUID one, GUID other);
bool sim_nvenc_is_preset(GUID preset);

// nvenc_encode.c: encodes what waits, as at the end of the stream.
bool session_finish_pictures(session *self);
// Frees what waits without encoding it.
void session_drop_pictures(session *self);

// nvenc_buffers.c: frees all buffers, the client's forgotten ones as well.
void session_free_buffers(session *self);

// The functions of the table, each in the file of its subject.
NVENCSTATUS sim_open_session(void *device, uint32_t type, void **encoder);
NVENCSTATUS sim_open_session_ex(NV_ENC_OPEN_ENCODE_SESSION_EX_PARAMS *parameters, void **encoder);
NVENCSTATUS sim_initialize(void *encoder, NV_ENC_INITIALIZE_PARAMS *parameters);
NVENCSTATUS sim_reconfigure(void *encoder, NV_ENC_RECONFIGURE_PARAMS *parameters);
NVENCSTATUS sim_destroy(void *encoder);
NVENCSTATUS sim_sequence_params(void *encoder, NV_ENC_SEQUENCE_PARAM_PAYLOAD *payload);
NVENCSTATUS sim_set_streams(void *encoder, NV_ENC_CUSTREAM_PTR in, NV_ENC_CUSTREAM_PTR out);
const char *sim_last_error(void *encoder);

NVENCSTATUS sim_codec_count(void *encoder, uint32_t *count);
NVENCSTATUS sim_codecs(void *encoder, GUID *codecs, uint32_t size, uint32_t *count);
NVENCSTATUS sim_profile_count(void *encoder, GUID codec, uint32_t *count);
NVENCSTATUS sim_profiles(void *encoder, GUID codec, GUID *profiles, uint32_t size, uint32_t *count);
NVENCSTATUS sim_format_count(void *encoder, GUID codec, uint32_t *count);
NVENCSTATUS sim_formats(void *encoder, GUID codec, NV_ENC_BUFFER_FORMAT *formats, uint32_t size, uint32_t *count);
NVENCSTATUS sim_capabilities(void *encoder, GUID codec, NV_ENC_CAPS_PARAM *asked, int *value);
NVENCSTATUS sim_preset_count(void *encoder, GUID codec, uint32_t *count);
NVENCSTATUS sim_presets(void *encoder, GUID codec, GUID *presets, uint32_t size, uint32_t *count);
NVENCSTATUS sim_preset_config(void *encoder, GUID codec, GUID preset, NV_ENC_PRESET_CONFIG *config);
NVENCSTATUS sim_preset_config_ex(void *encoder, GUID codec, GUID preset, NV_ENC_TUNING_INFO tuning,
                                 NV_ENC_PRESET_CONFIG *config);

NVENCSTATUS sim_create_input(void *encoder, NV_ENC_CREATE_INPUT_BUFFER *parameters);
NVENCSTATUS sim_destroy_input(void *encoder, NV_ENC_INPUT_PTR buffer);
NVENCSTATUS sim_lock_input(void *encoder, NV_ENC_LOCK_INPUT_BUFFER *parameters);
NVENCSTATUS sim_unlock_input(void *encoder, NV_ENC_INPUT_PTR buffer);
NVENCSTATUS sim_register_resource(void *encoder, NV_ENC_REGISTER_RESOURCE *parameters);
NVENCSTATUS sim_unregister_resource(void *encoder, NV_ENC_REGISTERED_PTR resource);
NVENCSTATUS sim_map_input(void *encoder, NV_ENC_MAP_INPUT_RESOURCE *parameters);
NVENCSTATUS sim_unmap_input(void *encoder, NV_ENC_INPUT_PTR buffer);
NVENCSTATUS sim_create_bitstream(void *encoder, NV_ENC_CREATE_BITSTREAM_BUFFER *parameters);
NVENCSTATUS sim_destroy_bitstream(void *encoder, NV_ENC_OUTPUT_PTR buffer);
NVENCSTATUS sim_lock_bitstream(void *encoder, NV_ENC_LOCK_BITSTREAM *parameters);
NVENCSTATUS sim_unlock_bitstream(void *encoder, NV_ENC_OUTPUT_PTR buffer);

NVENCSTATUS sim_encode_picture(void *encoder, NV_ENC_PIC_PARAMS *parameters);

#endif
