#include "inner.h"

#include <stdlib.h>
#include <string.h>
#include <x265.h>

typedef struct {
  inner_encoder base;
  const x265_api *api;  // of its bit depth
  x265_param *param;
  x265_encoder *encoder;
  x265_picture *picture;
  bool constant_qp;
  unsigned width, height;
  uint8_t *planes;  // the source as x265 wants it: planar, 10 bits in the low ones
  int64_t pictures;
} x265_inner;

// Only what the outer headers say may differ from picture to picture: one reference, one slice, nothing held back.
static void follow_headers(x265_param *param, const hevc_tools *tools) {
  param->sourceWidth = (int)tools->width;
  param->sourceHeight = (int)tools->height;
  param->internalCsp = X265_CSP_I420;
  param->maxCUSize = 1u << tools->log2_ctb;
  param->minCUSize = 1u << tools->log2_min_cb;
  param->maxTUSize = 1u << tools->log2_max_tb;
  param->tuQTMaxInterDepth = tools->depth_inter + 1;
  param->tuQTMaxIntraDepth = tools->depth_intra + 1;
  param->bEnableAMP = tools->amp;
  param->bEnableRectInter = 0;
  param->bEnableSAO = 0;
  param->bEnableTemporalMvp = 0;
  param->bEnableStrongIntraSmoothing = tools->strong_intra;
  param->bEnableSignHiding = tools->sign_hiding;
  param->bEnableTransformSkip = tools->transform_skip;
  param->bEnableConstrainedIntra = tools->constrained_intra;
  param->bEnableWeightedPred = param->bEnableWeightedBiPred = 0;
  param->bEnableWavefront = tools->wavefront;
  param->bEnableLoopFilter = 1;
  param->deblockingFilterBetaOffset = param->deblockingFilterTCOffset = 0;
  param->cbQpOffset = tools->cb_qp_offset;
  param->crQpOffset = tools->cr_qp_offset;
  param->maxNumMergeCand = 5;
  param->maxNumReferences = 1;
  param->bframes = 0;
  param->lookaheadDepth = 0;
  param->keyframeMax = -1;
  param->scenecutThreshold = 0;
  param->bOpenGOP = 0;
  param->frameNumThreads = 1;
  param->lookaheadSlices = 0;  // with no wavefronts either, it starts no pool of threads
  param->bRepeatHeaders = 0;
  param->bAnnexB = 1;
  param->bEmitInfoSEI = 0;
  param->bEmitHRDSEI = 0;
  param->logLevel = X265_LOG_NONE;
}

// What the ultrafast preset leaves: half the time of it, for few bits.
static void hurry(x265_param *param) {
  param->psyRd = param->psyRdoq = 0;
  param->recursionSkipMode = 2;  // by edge density
}

static void set_rate(x265_param *param, const hevc_tools *tools, const rate_control *rate) {
  param->fpsNum = rate->fps_numerator;
  param->fpsDenom = rate->fps_denominator;
  param->rc.cuTree = 0;
  // The mode for constant QP would switch off adaptive quantization and with it cu_qp_delta, which the outer headers
  // may announce. So QP is forced upon the mode for constant quality, and too weak an adaptation changes nothing.
  param->rc.rateControlMode = rate->mode == RATE_VBR || rate->mode == RATE_CBR ? X265_RC_ABR : X265_RC_CRF;
  param->rc.bitrate = (int)(rate->target_rate / 1000);
  if (rate->mode == RATE_ICQ || rate->mode == RATE_QVBR) param->rc.rfConstant = rate->quality;
  param->rc.aqMode = tools->cu_qp_delta ? X265_AQ_VARIANCE : X265_AQ_NONE;
  param->rc.aqStrength = rate->mode == RATE_CQP ? 0.01 : 1.0;
  param->rc.qgSize = param->maxCUSize >> tools->cu_qp_delta_depth;
  if (tools->cu_qp_delta && rate->mode != RATE_CQP && rate->mode != RATE_ICQ && rate->max_rate > 0) {
    param->rc.vbvMaxBitrate = (int)(rate->max_rate / 1000);
    param->rc.vbvBufferSize = (int)((rate->buffer_bits ? rate->buffer_bits : rate->max_rate) / 1000);
  }
}

static void split_8(const x265_inner *inner, const source_picture *source) {
  uint8_t *to = inner->planes;
  for (unsigned y = 0; y < inner->height; y++, to += inner->width)
    memcpy(to, source->luma + y * source->pitch, inner->width);
  uint8_t *u = to, *v = u + inner->width / 2 * (inner->height / 2);
  for (unsigned y = 0; y < inner->height / 2; y++) {
    const uint8_t *from = source->chroma + y * source->pitch;
    for (unsigned x = 0; x < inner->width / 2; x++) {
      *u++ = from[2 * x];
      *v++ = from[2 * x + 1];
    }
  }
}

static void split_10(const x265_inner *inner, const source_picture *source) {
  uint16_t *to = (uint16_t *)inner->planes;
  for (unsigned y = 0; y < inner->height; y++) {
    const uint16_t *from = (const uint16_t *)(source->luma + y * source->pitch);
    for (unsigned x = 0; x < inner->width; x++) *to++ = from[x] >> 6;
  }
  uint16_t *u = to, *v = u + inner->width / 2 * (inner->height / 2);
  for (unsigned y = 0; y < inner->height / 2; y++) {
    const uint16_t *from = (const uint16_t *)(source->chroma + y * source->pitch);
    for (unsigned x = 0; x < inner->width / 2; x++) {
      *u++ = from[2 * x] >> 6;
      *v++ = from[2 * x + 1] >> 6;
    }
  }
}

static bool encode(inner_encoder *base, const source_picture *source, bool intra, bool idr, int qp,
                   uint8_t nal_header[2], bytes *payload) {
  x265_inner *inner = (x265_inner *)base;
  unsigned sample = source->sixteen_bit ? 2 : 1;
  if (source->sixteen_bit)
    split_10(inner, source);
  else
    split_8(inner, source);
  x265_picture *picture = inner->picture;
  inner->api->picture_init(inner->param, picture);
  picture->bitDepth = source->sixteen_bit ? 10 : 8;
  picture->planes[0] = inner->planes;
  picture->planes[1] = inner->planes + (size_t)inner->width * inner->height * sample;
  picture->planes[2] = (uint8_t *)picture->planes[1] + (size_t)inner->width / 2 * (inner->height / 2) * sample;
  picture->stride[0] = (int)(inner->width * sample);
  picture->stride[1] = picture->stride[2] = (int)(inner->width / 2 * sample);
  picture->pts = inner->pictures++;
  picture->sliceType = idr ? X265_TYPE_IDR : intra ? X265_TYPE_I : X265_TYPE_P;
  if (inner->constant_qp) picture->forceqp = (qp < 0 ? 0 : qp > 51 ? 51 : qp) + 1;
  x265_nal *nals;
  uint32_t count;
  if (inner->api->encoder_encode(inner->encoder, &nals, &count, picture, NULL) <= 0) return false;
  bool found = false;
  for (uint32_t i = 0; i < count; i++) {
    if (nals[i].type >= NAL_UNIT_VPS) continue;
    if (found) return false;
    const uint8_t *nal;
    size_t size, position = 0;
    if (!next_nal(nals[i].payload, nals[i].sizeBytes, &position, &nal, &size)) return false;
    memcpy(nal_header, nal, 2);
    append_unescaped(payload, nal, size, 2);
    found = true;
  }
  return found;
}

static void close_encoder(inner_encoder *base) {
  x265_inner *inner = (x265_inner *)base;
  if (inner->encoder) inner->api->encoder_close(inner->encoder);
  if (inner->picture) inner->api->picture_free(inner->picture);
  if (inner->param) inner->api->param_free(inner->param);
  free(inner->planes);
  free(inner);
}

static bool read_own_sets(const x265_inner *inner, hevc_sets *own) {
  x265_nal *nals;
  uint32_t count;
  memset(own, 0, sizeof *own);
  if (inner->api->encoder_headers(inner->encoder, &nals, &count) < 0) return false;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *nal;
    size_t size, position = 0;
    bytes payload = {0};
    if (!next_nal(nals[i].payload, nals[i].sizeBytes, &position, &nal, &size)) continue;
    append_unescaped(&payload, nal, size, 2);
    if (nals[i].type == NAL_UNIT_SPS) hevc_parse_sps(own, &payload);
    if (nals[i].type == NAL_UNIT_PPS) hevc_parse_pps(own, &payload);
    bytes_free(&payload);
  }
  return own->has_sps && own->has_pps;
}

inner_encoder *inner_x265_open(const hevc_sets *outer, const rate_control *rate, hevc_sets *own) {
  x265_inner *inner = calloc(1, sizeof *inner);
  if (!inner) abort();
  inner->base = (inner_encoder){.encode = encode, .close = close_encoder};
  inner->constant_qp = rate->mode == RATE_CQP;
  inner->width = outer->tools.width;
  inner->height = outer->tools.height;
  inner->api = x265_api_get((int)outer->tools.bit_depth);
  inner->param = inner->api ? inner->api->param_alloc() : NULL;
  inner->picture = inner->api ? inner->api->picture_alloc() : NULL;
  inner->planes = malloc((size_t)inner->width * inner->height * 3 / 2 * (outer->tools.bit_depth > 8 ? 2 : 1));
  if (inner->param && inner->picture && inner->planes) {
    inner->api->param_default_preset(inner->param, "ultrafast", "zerolatency");
    follow_headers(inner->param, &outer->tools);
    hurry(inner->param);
    set_rate(inner->param, &outer->tools, rate);
    inner->encoder = inner->api->encoder_open(inner->param);
  }
  if (!inner->encoder || !read_own_sets(inner, own)) {
    close_encoder(&inner->base);
    return NULL;
  }
  return &inner->base;
}
