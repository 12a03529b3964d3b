#include <libavcodec/avcodec.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"

enum { QUIET = 64 };

struct inner_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *output;
  // The decoder writes its picture into the buffer that it asks for at the picture's beginning, and with one thread it
  // is done with it when it returns. So the picture is there long before its turn in the order of output.
  AVFrame *current;
  bool asked;
};

// H.264 asks for those missing before a gap first, then for the current one; HEVC the other way round.
static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  inner_decoder *decoder = context->opaque;
  int status = avcodec_default_get_buffer2(context, frame, flags);
  if (status < 0) return status;
  if (decoder->asked && context->codec_id == AV_CODEC_ID_HEVC) return 0;
  decoder->asked = true;
  av_frame_unref(decoder->current);
  return av_frame_ref(decoder->current, frame);
}

inner_decoder *inner_decoder_open(bool hevc) {
  inner_decoder *created = calloc(1, sizeof *created);
  const AVCodec *codec = avcodec_find_decoder(hevc ? AV_CODEC_ID_HEVC : AV_CODEC_ID_H264);
  if (!created || !codec) abort();
  created->context = avcodec_alloc_context3(codec);
  created->packet = av_packet_alloc();
  created->output = av_frame_alloc();
  created->current = av_frame_alloc();
  if (!created->context || !created->packet || !created->output || !created->current) abort();
  created->context->opaque = created;
  created->context->get_buffer2 = get_buffer;
  created->context->thread_count = 1;
  // The log is the application's, and what ails the stream its own decoder says.
  created->context->log_level_offset = QUIET;
  if (avcodec_open2(created->context, codec, NULL) < 0) {
    inner_decoder_close(created);
    return NULL;
  }
  return created;
}

void inner_decoder_reset(inner_decoder *decoder) {
  avcodec_flush_buffers(decoder->context);
  av_frame_unref(decoder->current);
}

bool inner_decoder_decode(inner_decoder *decoder, const bytes *unit, bool second_field) {
  decoder->asked = false;
  if (!second_field) av_frame_unref(decoder->current);
  if (av_new_packet(decoder->packet, (int)unit->size) < 0) abort();
  memcpy(decoder->packet->data, unit->data, unit->size);
  avcodec_send_packet(decoder->context, decoder->packet);
  av_packet_unref(decoder->packet);
  while (avcodec_receive_frame(decoder->context, decoder->output) == 0) av_frame_unref(decoder->output);
  return decoder->current->buf[0] != NULL;
}

// One row of NV12 or P010: luma, or the two chroma planes side by side.
static void copy_row(uint8_t *target, const uint8_t *const *rows, unsigned count, unsigned planes, bool deep,
                     unsigned shift) {
  for (unsigned x = 0; x < count; x++)
    for (unsigned plane = 0; plane < planes; plane++) {
      if (deep)
        ((uint16_t *)(void *)target)[x * planes + plane] =
            (uint16_t)(((const uint16_t *)(const void *)rows[plane])[x] << shift);
      else
        target[x * planes + plane] = rows[plane][x];
    }
}

bool inner_decoder_copy(const inner_decoder *decoder, const frame *target) {
  const AVFrame *from = decoder->current;
  bool deep = frame_is_deep(target);
  if (from->format != (deep ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P))
    return report_failure("the decoded picture is not of the surface's kind");
  unsigned width = (unsigned)from->width, height = (unsigned)from->height;
  if (width * (deep ? 2 : 1) > target->pitch || height > target->rows)
    return report_failure("surface smaller than the decoded picture");
  for (unsigned y = 0; y < height; y++) {
    const uint8_t *row = from->data[0] + (ptrdiff_t)y * from->linesize[0];
    copy_row(target->storage->data + y * target->pitch, &row, width, 1, deep, 6);
  }
  for (unsigned y = 0; y < (height + 1) / 2; y++) {
    const uint8_t *const rows[] = {from->data[1] + (ptrdiff_t)y * from->linesize[1],
                                   from->data[2] + (ptrdiff_t)y * from->linesize[2]};
    copy_row(target->storage->data + target->chroma_offset + y * target->pitch, rows, (width + 1) / 2, 2, deep, 6);
  }
  return true;
}

void inner_decoder_close(inner_decoder *decoder) {
  avcodec_free_context(&decoder->context);
  av_packet_free(&decoder->packet);
  av_frame_free(&decoder->output);
  av_frame_free(&decoder->current);
  free(decoder);
}
