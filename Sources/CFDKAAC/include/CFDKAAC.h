// The one door to the FDK AAC library, version 2, which encodes HE-AAC. It is opened at run time and never linked, because
// its licence keeps it out of Debian's main archive; so its headers aren't used either, and what is called of its public
// interface is declared here and in shim.c.
#ifndef SWAGE_CFDKAAC_H
#define SWAGE_CFDKAAC_H

#include <stdint.h>

// The library's functions, as `dlopen` gave it. In C because their types are this file's alone.
typedef struct swage_fdk swage_fdk;

// Finds the functions; they last as long as the process. NULL with the name of the first that is missing.
const swage_fdk *swage_fdk_find(void *library, const char **missing);

typedef struct swage_fdk_encoder swage_fdk_encoder;

// What an encoder is opened with.
typedef struct swage_fdk_settings {
  uint32_t object_type;  // of ISO/IEC 14496-3: 2 is AAC-LC, 5 HE-AAC, 29 HE-AAC version 2
  uint32_t sample_rate;
  uint32_t channels;     // in the order of WAVE files
  uint32_t bit_rate;
} swage_fdk_settings;

// What an opened encoder tells of itself.
typedef struct swage_fdk_facts {
  uint32_t frame_length;     // samples in each channel of a packet
  uint32_t delay;            // samples that come out before the first that went in, at a decoder's end
  uint32_t core_delay;       // the same without the decoder's own delay of spectral band replication
  uint32_t bit_rate;         // what became of the wish
  uint32_t largest_packet;   // bytes
  uint32_t configuration_size;
  uint8_t configuration[64]; // the AudioSpecificConfig of ISO/IEC 14496-3
} swage_fdk_facts;

// Opens an encoder of raw packets with explicit, hierarchical signaling. 0, or the library's code with the step's name.
int swage_fdk_open(
    const swage_fdk *library, const swage_fdk_settings *settings, swage_fdk_encoder **encoder, swage_fdk_facts *facts,
    const char **step);
void swage_fdk_close(const swage_fdk *library, swage_fdk_encoder *encoder);

// Encodes interleaved samples of 16 bits: as many as are taken at once, or none, with a negative count, to get what is
// held back. `size` is the room for the packet, then its bytes, which may be 0. 0, 1 at the end of the stream, or the
// library's code. In C because the library's descriptions of buffers are pointers to arrays of pointers.
int swage_fdk_encode(
    const swage_fdk *library, swage_fdk_encoder *encoder, const int16_t *samples, int32_t *count, uint8_t *packet,
    int32_t *size);

#endif
