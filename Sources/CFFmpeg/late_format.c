// What is used of libavformat.
#include "Late.h"

#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define AVIO_CONST const
#else
#define AVIO_CONST
#endif

LATE(LATE_FORMAT, AVRational, av_guess_sample_aspect_ratio,
     (AVFormatContext *format, AVStream *stream, AVFrame *frame),
     (format, stream, frame))
LATE(LATE_FORMAT, int, av_interleaved_write_frame, (AVFormatContext *format, AVPacket *packet), (format, packet))
LATE(LATE_FORMAT, int, av_read_frame, (AVFormatContext *format, AVPacket *packet), (format, packet))
LATE(LATE_FORMAT, int, av_seek_frame,
     (AVFormatContext *format, int stream_index, int64_t timestamp, int flags),
     (format, stream_index, timestamp, flags))
#if LIBAVCODEC_VERSION_INT < AV_VERSION_INT(60, 31, 102)
LATE(LATE_FORMAT, uint8_t *, av_stream_get_side_data,
     (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
     (stream, type, size))
LATE(LATE_FORMAT, uint8_t *, av_stream_new_side_data,
     (AVStream *stream, enum AVPacketSideDataType type, size_t size),
     (stream, type, size))
#endif
LATE(LATE_FORMAT, int, av_write_trailer, (AVFormatContext *format), (format))
LATE(LATE_FORMAT, AVFormatContext *, avformat_alloc_context, (void), ())
LATE(LATE_FORMAT, int, avformat_alloc_output_context2,
     (AVFormatContext **context, const AVOutputFormat *kind, const char *name, const char *file),
     (context, kind, name, file))
LATE(LATE_FORMAT, void, avformat_close_input, (AVFormatContext **format), (format))
LATE(LATE_FORMAT, const AVIndexEntry *, avformat_index_get_entry, (AVStream *stream, int number), (stream, number))
LATE(LATE_FORMAT, int, avformat_find_stream_info, (AVFormatContext *format, AVDictionary **options), (format, options))
LATE(LATE_FORMAT, void, avformat_free_context, (AVFormatContext *format), (format))
LATE(LATE_FORMAT, AVStream *, avformat_new_stream, (AVFormatContext *format, const AVCodec *codec), (format, codec))
LATE(LATE_FORMAT, int, avformat_open_input,
     (AVFormatContext **format, const char *url, const AVInputFormat *kind, AVDictionary **options),
     (format, url, kind, options))
LATE(LATE_FORMAT, unsigned int, avformat_version, (void), ())
LATE(LATE_FORMAT, int, avformat_write_header, (AVFormatContext *format, AVDictionary **options), (format, options))
LATE(LATE_FORMAT, AVIOContext *, avio_alloc_context,
     (unsigned char *buffer, int size, int is_writing, void *opaque, int (*read)(void *, uint8_t *, int),
      int (*write)(void *, AVIO_CONST uint8_t *, int), int64_t (*seek)(void *, int64_t, int)),
     (buffer, size, is_writing, opaque, read, write, seek))
LATE(LATE_FORMAT, void, avio_context_free, (AVIOContext **io), (io))
LATE(LATE_FORMAT, void, avio_flush, (AVIOContext *io), (io))
