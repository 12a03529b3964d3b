// What is used of libavcodec.
#include "Late.h"

#if LIBAVCODEC_VERSION_MAJOR >= 60
#define SUBTITLE_CONST const
#else
#define SUBTITLE_CONST
#endif

LATE(LATE_CODEC, void, av_bsf_free, (AVBSFContext **context), (context))
LATE(LATE_CODEC, int, av_bsf_init, (AVBSFContext *context), (context))
LATE(LATE_CODEC, int, av_bsf_list_parse_str, (const char *text, AVBSFContext **bsf), (text, bsf))
LATE(LATE_CODEC, int, av_bsf_receive_packet, (AVBSFContext *context, AVPacket *packet), (context, packet))
LATE(LATE_CODEC, int, av_bsf_send_packet, (AVBSFContext *context, AVPacket *packet), (context, packet))
LATE(LATE_CODEC, int, av_new_packet, (AVPacket *packet, int size), (packet, size))
LATE(LATE_CODEC, AVPacket *, av_packet_alloc, (void), ())
LATE(LATE_CODEC, void, av_packet_free, (AVPacket **packet), (packet))
LATE(LATE_CODEC, int, av_packet_ref, (AVPacket *to, const AVPacket *from), (to, from))
LATE(LATE_CODEC, void, av_shrink_packet, (AVPacket *packet, int size), (packet, size))
LATE(LATE_CODEC, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
LATE(LATE_CODEC, int, avcodec_decode_subtitle2,
     (AVCodecContext *context, AVSubtitle *subtitle, int *got, SUBTITLE_CONST AVPacket *packet),
     (context, subtitle, got, packet))
LATE(LATE_CODEC, const AVCodecDescriptor *, avcodec_descriptor_get, (enum AVCodecID id), (id))
LATE(LATE_CODEC, int, avcodec_encode_subtitle,
     (AVCodecContext *context, uint8_t *buffer, int size, const AVSubtitle *subtitle),
     (context, buffer, size, subtitle))
LATE(LATE_CODEC, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
LATE(LATE_CODEC, const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
LATE(LATE_CODEC, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
LATE(LATE_CODEC, void, avcodec_flush_buffers, (AVCodecContext *context), (context))
LATE(LATE_CODEC, void, avcodec_free_context, (AVCodecContext **context), (context))
LATE(LATE_CODEC, const char *, avcodec_get_name, (enum AVCodecID id), (id))
LATE(LATE_CODEC, int, avcodec_open2,
     (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
     (context, codec, options))
LATE(LATE_CODEC, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
LATE(LATE_CODEC, int, avcodec_parameters_copy, (AVCodecParameters *to, const AVCodecParameters *from), (to, from))
LATE(LATE_CODEC, void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters))
LATE(LATE_CODEC, int, avcodec_parameters_from_context,
     (AVCodecParameters *parameters, const AVCodecContext *codec),
     (parameters, codec))
LATE(LATE_CODEC, int, avcodec_parameters_to_context,
     (AVCodecContext *codec, const AVCodecParameters *parameters),
     (codec, parameters))
LATE(LATE_CODEC, const char *, avcodec_profile_name, (enum AVCodecID id, int profile), (id, profile))
LATE(LATE_CODEC, int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame), (context, frame))
LATE(LATE_CODEC, int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet), (context, packet))
LATE(LATE_CODEC, int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame), (context, frame))
LATE(LATE_CODEC, int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet), (context, packet))
LATE(LATE_CODEC, unsigned int, avcodec_version, (void), ())
LATE(LATE_CODEC, void, avsubtitle_free, (AVSubtitle *subtitle), (subtitle))

#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
LATE(LATE_CODEC, const AVPacketSideData *, av_packet_side_data_get,
     (const AVPacketSideData *data, int count, enum AVPacketSideDataType type),
     (data, count, type))
LATE(LATE_CODEC, AVPacketSideData *, av_packet_side_data_new,
     (AVPacketSideData **data, int *count, enum AVPacketSideDataType type, size_t size, int flags),
     (data, count, type, size, flags))
#endif

#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
LATE(LATE_CODEC, int, avcodec_get_supported_config,
     (const AVCodecContext *context, const AVCodec *codec, enum AVCodecConfig what, unsigned flags, const void **list,
      int *count),
     (context, codec, what, flags, list, count))
#endif
