// The one door to FFmpeg's C libraries. What follows the includes is what Swift can't call as it stands;
// each function says why.
#ifndef SWAGE_CFFMPEG_H
#define SWAGE_CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/samplefmt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// The callback of FFmpeg's log takes a va_list, whose Swift type differs between processors.
typedef void (*swage_log_sink)(int level, const char *line);
void swage_log_install(swage_log_sink sink);
// Keeps what FFmpeg logs on the calling thread from the sink, or ends that.
void swage_log_mute(int is_muted);

// The field was renamed from `pkt_duration` to `duration` in libavutil 57.30.
int64_t swage_frame_duration(const AVFrame *frame);
void swage_frame_set_duration(AVFrame *frame, int64_t duration);

// Fields until libavutil 58.7, bits of `flags` since.
int swage_frame_is_interlaced(const AVFrame *frame);
int swage_frame_is_top_field_first(const AVFrame *frame);

// What a packet is known by comes back with its frames: through the context until libavcodec 60, through the packet
// since. The first prepares a decoder before it is opened; a frame without a mark has INT64_MIN.
void swage_decoder_keep_marks(AVCodecContext *context);
void swage_decoder_mark(AVCodecContext *context, AVPacket *packet, int64_t mark);
int64_t swage_frame_mark(const AVFrame *frame);

// Side data moved from the stream to its codec parameters in libavcodec 60.31.
const uint8_t *swage_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size);

// Side data moved from the stream to its codec parameters in libavcodec 60.31. Copies `size` bytes; 0 or an error.
int swage_stream_add_side_data(AVStream *stream, enum AVPacketSideDataType type, const uint8_t *data, size_t size);

// The type of the writing callback gained a `const` in libavformat 61, which Swift's closure types don't bridge.
AVIOContext *swage_io_for_descriptor(int descriptor);
void swage_io_free(AVIOContext *io);

// AVChannelLayout ends in an anonymous union and needs a zeroed start; a name is all that Swift wants of it.
int swage_layout_describe(const AVChannelLayout *layout, char *name, size_t size);

// The list of a codec's pixel formats became a function call in libavcodec 61.13.
int swage_codec_takes_pixel_format(const AVCodec *codec, enum AVPixelFormat format);

// So did the list of its sample formats: up to AV_SAMPLE_FMT_NONE, or NULL when the codec doesn't say.
const enum AVSampleFormat *swage_codec_sample_formats(const AVCodec *codec);

// Chapters can only be added to an output by the library's private function, so the array is grown here.
int swage_format_add_chapter(AVFormatContext *format, int64_t start, int64_t end, AVRational time_base, const char *title);

// A C array behind a pointer to a pointer of a struct with bit fields.
AVStream *swage_format_stream(const AVFormatContext *format, unsigned index);

// Where a sample lies by the file's index, whose entries have bit fields. Whether there is such an entry.
int swage_index_entry(AVStream *stream, int number, int64_t *position, int *size, int *is_keyframe);

// The version of a library of FFmpeg's, named like libavcodec.so.59, as its file's name tells it, without loading it.
// 0, or -1 if the file isn't beside the one of libavutil or its name doesn't tell.
int swage_library_version(const char *library, char *version, size_t size);

// The names under which the libraries are found that are loaded when they are needed, such as libavcodec.so.59: Swift
// doesn't import macros that join texts.
extern const char *const swage_libavformat;
extern const char *const swage_libavcodec;
extern const char *const swage_libavfilter;

// A file that is only in memory: memfd_create isn't in Swift's module of the C library. A descriptor, or -1.
int swage_memory_file(const char *name);

#endif
