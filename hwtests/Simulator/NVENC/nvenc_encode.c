// libnvidia-encode: pictures in, packets out.
//
// A picture goes through up to two queues: the lookahead, which only delays it, and the group of B-frames that waits
// for the picture after them. When a group is complete it is encoded in the order of decoding, and its packets take the
// places that the client handed in, in the order in which it did. EncodePicture then says SUCCESS, else
// NEED_MORE_INPUT.
#include "session.h"

#include <string.h>

#include "reorder.h"

static int find_quantizer(const session *self, NV_ENC_PIC_TYPE type) {
  const NV_ENC_RC_PARAMS *rate = &self->config.rcParams;
  if (rate->rateControlMode != NV_ENC_PARAMS_RC_CONSTQP) return -1;
  uint32_t value = type == NV_ENC_PIC_TYPE_P   ? rate->constQP.qpInterP
                   : type == NV_ENC_PIC_TYPE_B ? rate->constQP.qpInterB
                                               : rate->constQP.qpIntra;
  return value > 51 ? 51 : (int)value;
}

static bool wants_headers(const session *self, const picture *encoded) {
  bool never, always;
  if (self->hevc) {
    never = self->config.encodeCodecConfig.hevcConfig.disableSPSPPS;
    always = self->config.encodeCodecConfig.hevcConfig.repeatSPSPPS;
  } else {
    never = self->config.encodeCodecConfig.h264Config.disableSPSPPS;
    always = self->config.encodeCodecConfig.h264Config.repeatSPSPPS;
  }
  if (encoded->flags & NV_ENC_PIC_FLAG_OUTPUT_SPSPPS) return true;
  if (never || encoded->type != NV_ENC_PIC_TYPE_IDR) return false;
  return always || !self->headers_written;
}

// Encodes a picture into the next place and frees it.
static bool encode(session *self, picture *encoded) {
  output *place = self->first_promised;
  if (!place) {
    picture_free(encoded);
    return false;
  }
  self->first_promised = place->next_promised;
  if (!self->first_promised) self->last_promised = NULL;

  bytes *packet = &place->packet;
  packet->size = 0;
  bool delimiter = self->hevc ? self->config.encodeCodecConfig.hevcConfig.outputAUD
                              : self->config.encodeCodecConfig.h264Config.outputAUD;
  if (delimiter) bytes_append_delimiter(packet, self->hevc);
  if (wants_headers(self, encoded)) {
    bytes_append(packet, self->headers.data, self->headers.size);
    self->headers_written = true;
  }
  bytes_append(packet, encoded->messages.data, encoded->messages.size);

  encoded->quantizer = find_quantizer(self, encoded->type);
  bytes slices = {0};
  int quantizer = 0;
  bool made = self->inner->encode(self->encoder, encoded, &slices, &quantizer);
  if (made && self->b_frames > 0)
    made = reorder_slices(self->hevc, &self->headers, &slices, encoded->order, self->previous_order, packet);
  else
    bytes_append(packet, slices.data, slices.size);
  bytes_free(&slices);
  self->previous_order = encoded->order;

  if (encoded->garbage) bytes_make_garbage(packet, self->hevc, encoded->index + 1);
  if (encoded->truncated) packet->size /= 2;
  place->lost = encoded->lost;
  place->type = encoded->type;
  place->timestamp = encoded->timestamp;
  place->duration = encoded->duration;
  place->index = encoded->index;
  place->quantizer = (uint32_t)quantizer;
  place->promised = false;
  place->ready = true;
  picture_free(encoded);
  return made;
}

// Encodes what waits in the group: the last picture first, those before it as B.
static bool close_group(session *self) {
  int count = self->group_count;
  if (count == 0) return true;
  self->group_count = 0;
  picture *last = self->group[count - 1];
  if (last->type == NV_ENC_PIC_TYPE_B) last->type = NV_ENC_PIC_TYPE_P;
  bool made = encode(self, last);
  for (int i = 0; i < count - 1; i++) made = encode(self, self->group[i]) && made;
  return made;
}

// Decides what a picture becomes. 0 as a period means none.
static bool take(session *self, picture *taken) {
  uint32_t idr_period = self->hevc ? self->config.encodeCodecConfig.hevcConfig.idrPeriod
                                   : self->config.encodeCodecConfig.h264Config.idrPeriod;
  uint32_t intra_period = self->config.gopLength;
  if (idr_period == 0) idr_period = intra_period;
  bool idr = !self->started || self->force_idr || (taken->flags & NV_ENC_PIC_FLAG_FORCEIDR) ||
             self->since_idr + 1 == idr_period;
  bool intra = idr || (taken->flags & NV_ENC_PIC_FLAG_FORCEINTRA) || self->since_intra + 1 == intra_period;
  self->started = true;
  self->force_idr = false;
  self->since_idr = idr ? 0 : self->since_idr + 1;
  self->since_intra = intra ? 0 : self->since_intra + 1;
  taken->order = self->since_idr;

  bool made = true;
  if (intra) {
    made = close_group(self);
    taken->type = idr ? NV_ENC_PIC_TYPE_IDR : NV_ENC_PIC_TYPE_I;
    return encode(self, taken) && made;
  }
  taken->type = NV_ENC_PIC_TYPE_B;
  self->group[self->group_count++] = taken;
  bool before_intra = self->since_idr + 1 == idr_period || self->since_intra + 1 == intra_period;
  return self->group_count > self->b_frames || before_intra ? close_group(self) : true;
}

static bool take_first_waiting(session *self) {
  picture *first = self->waiting[0];
  self->waiting_count--;
  memmove(self->waiting, self->waiting + 1, (size_t)self->waiting_count * sizeof *self->waiting);
  return take(self, first);
}

bool session_finish_pictures(session *self) {
  bool made = true;
  while (self->waiting_count > 0) made = take_first_waiting(self) && made;
  return close_group(self) && made;
}

void session_drop_pictures(session *self) {
  for (int i = 0; i < self->waiting_count; i++) picture_free(self->waiting[i]);
  for (int i = 0; i < self->group_count; i++) picture_free(self->group[i]);
  self->waiting_count = self->group_count = 0;
}

static void add_messages(session *self, picture *added, const NV_ENC_PIC_PARAMS *parameters) {
  uint32_t count = self->hevc ? parameters->codecPicParams.hevcPicParams.seiPayloadArrayCnt
                              : parameters->codecPicParams.h264PicParams.seiPayloadArrayCnt;
  const NV_ENC_SEI_PAYLOAD *list = self->hevc ? parameters->codecPicParams.hevcPicParams.seiPayloadArray
                                              : parameters->codecPicParams.h264PicParams.seiPayloadArray;
  for (uint32_t i = 0; list && i < count; i++)
    bytes_append_sei(&added->messages, self->hevc, list[i].payloadType, list[i].payload, list[i].payloadSize);
}

static NVENCSTATUS find_buffers(session *self, const NV_ENC_PIC_PARAMS *parameters, input **in, output **out) {
  for (*in = self->inputs; *in && *in != parameters->inputBuffer;) *in = (*in)->next;
  for (*out = self->outputs; *out && *out != parameters->outputBitstream;) *out = (*out)->next;
  if (!*in || !*out) return session_error(self, NV_ENC_ERR_INVALID_PARAM, "no such input or bitstream buffer");
  if ((*in)->registered && !(*in)->mapped) return NV_ENC_ERR_RESOURCE_NOT_MAPPED;
  if ((*in)->locked) return session_error(self, NV_ENC_ERR_INVALID_CALL, "the input buffer is locked");
  if ((*out)->promised || (*out)->ready)
    return session_error(self, NV_ENC_ERR_INVALID_CALL, "the bitstream buffer is in use");
  if (picture_format_depth((*in)->format) != self->depth)
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "the picture has not the depth of the stream");
  if (parameters->pictureStruct != NV_ENC_PIC_STRUCT_FRAME)
    return session_error(self, NV_ENC_ERR_INVALID_PARAM, "fields are not supported");
  return NV_ENC_SUCCESS;
}

NVENCSTATUS sim_encode_picture(void *encoder, NV_ENC_PIC_PARAMS *parameters) {
  if (!parameters) return NV_ENC_ERR_INVALID_PTR;
  bool end = parameters->encodePicFlags & NV_ENC_PIC_FLAG_EOS;
  if (!end) sim_picture_begins(sim_nvenc_settings());
  spoiling spoilt;
  NVENCSTATUS wanted = sim_nvenc_packet_fault("EncodePicture", &spoilt);
  if (wanted != NV_ENC_SUCCESS) return wanted;
  session *self = session_of(encoder);
  if (!self) return NV_ENC_ERR_INVALID_PTR;
  CHECK_REVISION(parameters, NV_ENC_PIC_PARAMS_VER);
  if (!self->initialized) return NV_ENC_ERR_ENCODER_NOT_INITIALIZED;
  if (end)
    return session_finish_pictures(self) ? NV_ENC_SUCCESS : session_error(self, NV_ENC_ERR_GENERIC, "encoding failed");

  input *in;
  output *out;
  NVENCSTATUS status = find_buffers(self, parameters, &in, &out);
  if (status != NV_ENC_SUCCESS) return status;
  picture *made = picture_create(in->format, in->memory, in->pitch, in->height, (int)self->parameters.encodeWidth,
                                 (int)self->parameters.encodeHeight);
  made->timestamp = parameters->inputTimeStamp;
  made->duration = parameters->inputDuration;
  made->index = parameters->frameIdx;
  made->flags = parameters->encodePicFlags;
  made->garbage = spoilt == GARBAGE;
  made->truncated = spoilt == BAD_BITSTREAM;
  made->lost = spoilt == LOST;
  add_messages(self, made, parameters);

  out->promised = true;
  out->next_promised = NULL;
  if (self->last_promised)
    self->last_promised->next_promised = out;
  else
    self->first_promised = out;
  self->last_promised = out;

  output *before = self->first_promised;
  self->waiting[self->waiting_count++] = made;
  if ((uint32_t)self->waiting_count > self->lookahead && !take_first_waiting(self))
    return session_error(self, NV_ENC_ERR_GENERIC, "encoding failed");
  return self->first_promised != before ? NV_ENC_SUCCESS : NV_ENC_ERR_NEED_MORE_INPUT;
}
