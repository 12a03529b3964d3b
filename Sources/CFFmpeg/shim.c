#define _GNU_SOURCE
#include "CFFmpeg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static swage_log_sink current_sink;
static _Thread_local int is_log_muted;

static void log_callback(void *context, int level, const char *format, va_list arguments) {
  swage_log_sink sink = current_sink;
  if (!sink || is_log_muted || level > AV_LOG_INFO) return;
  char line[1024];
  int prefix = 1;
  av_log_format_line2(context, level, format, arguments, line, sizeof line, &prefix);
  sink(level, line);
}

void swage_log_mute(int is_muted) { is_log_muted = is_muted; }

void swage_log_install(swage_log_sink sink) {
  current_sink = sink;
  av_log_set_callback(log_callback);
}

int64_t swage_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

void swage_frame_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
int swage_frame_is_interlaced(const AVFrame *frame) { return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0; }
int swage_frame_is_top_field_first(const AVFrame *frame) { return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0; }
#else
int swage_frame_is_interlaced(const AVFrame *frame) { return frame->interlaced_frame; }
int swage_frame_is_top_field_first(const AVFrame *frame) { return frame->top_field_first; }
#endif

#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 0, 100)
void swage_decoder_keep_marks(AVCodecContext *context) { context->flags |= AV_CODEC_FLAG_COPY_OPAQUE; }
// A pointer of zero means no mark.
void swage_decoder_mark(AVCodecContext *context, AVPacket *packet, int64_t mark) {
  packet->opaque = (void *)(intptr_t)(mark + 1);
}
int64_t swage_frame_mark(const AVFrame *frame) {
  return frame->opaque ? (int64_t)(intptr_t)frame->opaque - 1 : INT64_MIN;
}
#else
void swage_decoder_keep_marks(AVCodecContext *context) {}
void swage_decoder_mark(AVCodecContext *context, AVPacket *packet, int64_t mark) { context->reordered_opaque = mark; }
int64_t swage_frame_mark(const AVFrame *frame) { return frame->reordered_opaque; }
#endif

#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
const uint8_t *swage_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
  const AVPacketSideData *found =
      av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (!found) return NULL;
  *size = found->size;
  return found->data;
}

int swage_stream_add_side_data(AVStream *stream, enum AVPacketSideDataType type, const uint8_t *data, size_t size) {
  AVPacketSideData *added = av_packet_side_data_new(&stream->codecpar->coded_side_data,
                                                    &stream->codecpar->nb_coded_side_data, type, size, 0);
  if (!added) return AVERROR(ENOMEM);
  memcpy(added->data, data, size);
  return 0;
}
#else
const uint8_t *swage_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
  return av_stream_get_side_data(stream, type, size);
}

int swage_stream_add_side_data(AVStream *stream, enum AVPacketSideDataType type, const uint8_t *data, size_t size) {
  uint8_t *added = av_stream_new_side_data(stream, type, size);
  if (!added) return AVERROR(ENOMEM);
  memcpy(added, data, size);
  return 0;
}
#endif

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_bytes(void *opaque, const uint8_t *bytes, int count) {
#else
static int write_bytes(void *opaque, uint8_t *bytes, int count) {
#endif
  int descriptor = (int)(intptr_t)opaque;
  int done = 0;
  while (done < count) {
    ssize_t written = write(descriptor, bytes + done, (size_t)(count - done));
    if (written < 0) {
      if (errno == EINTR) continue;
      return AVERROR(errno);
    }
    done += (int)written;
  }
  return done;
}

static int64_t seek_to(void *opaque, int64_t offset, int whence) {
  if (whence & AVSEEK_SIZE) return AVERROR(ENOSYS);
  off_t position = lseek((int)(intptr_t)opaque, offset, whence & ~AVSEEK_FORCE);
  return position < 0 ? AVERROR(errno) : position;
}

AVIOContext *swage_io_for_descriptor(int descriptor) {
  const int size = 1 << 18;
  unsigned char *buffer = av_malloc((size_t)size);
  if (!buffer) return NULL;
  AVIOContext *io = avio_alloc_context(buffer, size, 1, (void *)(intptr_t)descriptor, NULL, write_bytes, seek_to);
  if (!io) av_free(buffer);
  return io;
}

void swage_io_free(AVIOContext *io) {
  if (!io) return;
  av_freep(&io->buffer);
  avio_context_free(&io);
}

int swage_layout_describe(const AVChannelLayout *layout, char *name, size_t size) {
  return av_channel_layout_describe(layout, name, size);
}

int swage_codec_takes_pixel_format(const AVCodec *codec, enum AVPixelFormat format) {
  const enum AVPixelFormat *formats = NULL;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, (const void **)&formats, NULL) < 0) return 0;
#else
  formats = codec->pix_fmts;
#endif
  for (; formats && *formats != AV_PIX_FMT_NONE; formats++)
    if (*formats == format) return 1;
  return 0;
}

const enum AVSampleFormat *swage_codec_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const enum AVSampleFormat *formats = NULL;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, (const void **)&formats, NULL);
  return formats;
#else
  return codec->sample_fmts;
#endif
}

int swage_format_add_chapter(AVFormatContext *format, int64_t start, int64_t end, AVRational time_base,
                             const char *title) {
  AVChapter *chapter = av_mallocz(sizeof *chapter);
  if (!chapter) return AVERROR(ENOMEM);
  AVChapter **grown = av_realloc_array(format->chapters, format->nb_chapters + 1, sizeof *grown);
  if (!grown) {
    av_free(chapter);
    return AVERROR(ENOMEM);
  }
  format->chapters = grown;
  chapter->id = format->nb_chapters;
  chapter->start = start;
  chapter->end = end;
  chapter->time_base = time_base;
  grown[format->nb_chapters++] = chapter;
  return title ? av_dict_set(&chapter->metadata, "title", title, 0) : 0;
}

AVStream *swage_format_stream(const AVFormatContext *format, unsigned index) {
  return index < format->nb_streams ? format->streams[index] : NULL;
}

int swage_index_entry(AVStream *stream, int number, int64_t *position, int *size, int *is_keyframe) {
  const AVIndexEntry *entry = avformat_index_get_entry(stream, number);
  if (!entry) return 0;
  *position = entry->pos;
  *size = entry->size;
  *is_keyframe = (entry->flags & AVINDEX_KEYFRAME) != 0;
  return 1;
}

int swage_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
