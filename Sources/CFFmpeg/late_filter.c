// What is used of libavfilter.
#include "Late.h"

LATE(LATE_FILTER, int, av_buffersink_get_frame, (AVFilterContext *context, AVFrame *frame), (context, frame))
LATE(LATE_FILTER, AVRational, av_buffersink_get_time_base, (const AVFilterContext *context), (context))
LATE(LATE_FILTER, void, av_buffersink_set_frame_size,
     (AVFilterContext *context, unsigned int size),
     (context, size))
LATE(LATE_FILTER, int, av_buffersrc_add_frame_flags,
     (AVFilterContext *context, AVFrame *frame, int flags),
     (context, frame, flags))
LATE(LATE_FILTER, AVBufferSrcParameters *, av_buffersrc_parameters_alloc, (void), ())
LATE(LATE_FILTER, int, av_buffersrc_parameters_set,
     (AVFilterContext *context, AVBufferSrcParameters *parameters),
     (context, parameters))
LATE(LATE_FILTER, const AVFilter *, avfilter_get_by_name, (const char *name), (name))
LATE(LATE_FILTER, AVFilterGraph *, avfilter_graph_alloc, (void), ())
LATE(LATE_FILTER, AVFilterContext *, avfilter_graph_alloc_filter,
     (AVFilterGraph *graph, const AVFilter *filter, const char *name),
     (graph, filter, name))
LATE(LATE_FILTER, int, avfilter_graph_config, (AVFilterGraph *graph, void *log), (graph, log))
LATE(LATE_FILTER, int, avfilter_graph_create_filter,
     (AVFilterContext **made, const AVFilter *filter, const char *name, const char *arguments, void *opaque,
      AVFilterGraph *graph),
     (made, filter, name, arguments, opaque, graph))
LATE(LATE_FILTER, void, avfilter_graph_free, (AVFilterGraph **graph), (graph))
LATE(LATE_FILTER, int, avfilter_graph_parse_ptr,
     (AVFilterGraph *graph, const char *filters, AVFilterInOut **inputs, AVFilterInOut **outputs, void *log),
     (graph, filters, inputs, outputs, log))
LATE(LATE_FILTER, int, avfilter_init_str, (AVFilterContext *context, const char *arguments), (context, arguments))
LATE(LATE_FILTER, AVFilterInOut *, avfilter_inout_alloc, (void), ())
LATE(LATE_FILTER, void, avfilter_inout_free, (AVFilterInOut **ends), (ends))
LATE(LATE_FILTER, unsigned int, avfilter_version, (void), ())
