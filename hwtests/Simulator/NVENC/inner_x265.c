#include "inner.h"

#include <stdlib.h>
#include <string.h>
#include <x265.h>

struct inner_encoder {
  const x265_api *api;
  x265_encoder *x265;
  x265_param *parameters;
  x265_picture *in, *done;
  int64_t count;
};

static void set_rate(x265_param *parameters, const inner_config *config) {
  if (config->rate.constant_quantizer) {
    // The quantizers are forced picture by picture, which needs no mode of its own.
    parameters->rc.rateControlMode = X265_RC_CRF;
    parameters->rc.rfConstant = 24;
  } else if (config->rate.quality > 0 || config->rate.average == 0) {
    parameters->rc.rateControlMode = X265_RC_CRF;
    parameters->rc.rfConstant = config->rate.quality > 0 ? config->rate.quality : 23;
  } else {
    parameters->rc.rateControlMode = X265_RC_ABR;
    parameters->rc.bitrate = (int)((config->rate.average + 999) / 1000);
  }
  if (!config->rate.constant_quantizer && config->rate.maximum > 0) {
    uint32_t buffer = config->rate.buffer ? config->rate.buffer : config->rate.maximum;
    parameters->rc.vbvMaxBitrate = (int)((config->rate.maximum + 999) / 1000);
    parameters->rc.vbvBufferSize = (int)((buffer + 999) / 1000);
  }
  if (config->rate.min_quantizer >= 0) parameters->rc.qpMin = config->rate.min_quantizer;
  if (config->rate.max_quantizer >= 0) parameters->rc.qpMax = config->rate.max_quantizer;
}

static void set_headers(x265_param *parameters, const inner_config *config) {
  parameters->bRepeatHeaders = 0;
  parameters->bAnnexB = 1;
  parameters->bEmitInfoSEI = 0;
  parameters->bEnableAccessUnitDelimiters = 0;
  parameters->vui.aspectRatioIdc = X265_EXTENDED_SAR;
  parameters->vui.sarWidth = (int)config->sar_width;
  parameters->vui.sarHeight = (int)config->sar_height;
  parameters->vui.videoFormat = config->colour.format;
  parameters->vui.bEnableVideoFullRangeFlag = config->colour.full_range;
  parameters->vui.colorPrimaries = config->colour.primaries;
  parameters->vui.transferCharacteristics = config->colour.transfer;
  parameters->vui.matrixCoeffs = config->colour.matrix;
  bool described = config->colour.primaries != 2 || config->colour.transfer != 2 || config->colour.matrix != 2;
  parameters->vui.bEnableColorDescriptionPresentFlag = described;
  parameters->vui.bEnableVideoSignalTypePresentFlag =
      described || config->colour.full_range || config->colour.format != 5;
  if (config->colour.has_chroma_location) {
    parameters->vui.bEnableChromaLocInfoPresentFlag = 1;
    parameters->vui.chromaSampleLocTypeTopField = config->colour.chroma_location;
    parameters->vui.chromaSampleLocTypeBottomField = config->colour.chroma_location;
  }
}

static void close_encoder(inner_encoder *encoder) {
  if (!encoder) return;
  if (encoder->x265) encoder->api->encoder_close(encoder->x265);
  if (encoder->in) encoder->api->picture_free(encoder->in);
  if (encoder->done) encoder->api->picture_free(encoder->done);
  if (encoder->parameters) encoder->api->param_free(encoder->parameters);
  free(encoder);
}

static inner_encoder *open_encoder(const inner_config *config) {
  inner_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) abort();
  encoder->api = x265_api_get(config->depth);
  if (!encoder->api) {
    free(encoder);
    return NULL;
  }
  encoder->parameters = encoder->api->param_alloc();
  encoder->in = encoder->api->picture_alloc();
  encoder->done = encoder->api->picture_alloc();
  x265_param *parameters = encoder->parameters;
  encoder->api->param_default_preset(parameters, "ultrafast", "zerolatency");
  parameters->logLevel = X265_LOG_ERROR;
  parameters->frameNumThreads = 1;
  // Tests run several encoders at once on few cores, where the threads of a pool would mostly wait for one another.
  parameters->bEnableWavefront = 0;
  parameters->lookaheadSlices = 0;
  // Cheaper still than the fastest preset.
  parameters->maxCUSize = 32;
  parameters->minCUSize = 16;
  parameters->maxNumMergeCand = 1;
  parameters->bEnableFastIntra = 1;
  parameters->bEnableSignHiding = 0;
  parameters->rc.cuTree = 0;
  parameters->rc.aqMode = X265_AQ_NONE;
  parameters->psyRd = 0;
  parameters->internalCsp = X265_CSP_I420;
  parameters->sourceWidth = config->width;
  parameters->sourceHeight = config->height;
  parameters->fpsNum = config->fps_num;
  parameters->fpsDenom = config->fps_den;
  set_headers(parameters, config);

  // The kinds of pictures are decided outside.
  parameters->keyframeMax = -1;
  parameters->bOpenGOP = 0;
  parameters->scenecutThreshold = 0;
  parameters->maxNumReferences = 1;
  parameters->bEnableWeightedPred = 0;
  // With room for B-frames the headers carry the order of pictures, which is all that is wanted of them; see reorder.h.
  // Motion vectors predicted from other pictures would depend on that order.
  parameters->bframes = config->reordered;
  parameters->bFrameAdaptive = 0;
  parameters->bBPyramid = 0;
  if (config->reordered > 0) {
    parameters->lookaheadDepth = config->reordered + 1;
    parameters->bEnableTemporalMvp = 0;
  }
  if (config->level > 0) parameters->levelIdc = config->level;
  parameters->bHighTier = config->high_tier;
  set_rate(parameters, config);
  encoder->api->picture_init(parameters, encoder->in);
  if (encoder->api->param_apply_profile(parameters, config->depth > 8 ? "main10" : "main") == 0)
    encoder->x265 = encoder->api->encoder_open(parameters);
  if (encoder->x265) return encoder;
  close_encoder(encoder);
  return NULL;
}

static void append_headers(inner_encoder *encoder, bytes *out) {
  x265_nal *units;
  uint32_t count;
  if (encoder->api->encoder_headers(encoder->x265, &units, &count) < 0) return;
  for (uint32_t i = 0; i < count; i++)
    if (units[i].type == NAL_UNIT_VPS || units[i].type == NAL_UNIT_SPS || units[i].type == NAL_UNIT_PPS)
      bytes_append(out, units[i].payload, units[i].sizeBytes);
}

static bool encode(inner_encoder *encoder, const picture *source, bytes *out, int *quantizer) {
  x265_picture *in = encoder->in;
  for (int i = 0; i < 3; i++) {
    in->planes[i] = source->planes[i];
    in->stride[i] = (int)source->strides[i];
  }
  in->bitDepth = source->depth;
  in->pts = encoder->count++;
  in->sliceType = source->type == NV_ENC_PIC_TYPE_IDR ? X265_TYPE_IDR
                  : source->type == NV_ENC_PIC_TYPE_I ? X265_TYPE_I
                                                      : X265_TYPE_P;
  in->forceqp = source->quantizer >= 0 ? source->quantizer + 1 : X265_QP_AUTO;
  x265_nal *units;
  uint32_t count;
  int made = encoder->api->encoder_encode(encoder->x265, &units, &count, in, encoder->done);
  // With room for B-frames a picture is held back; asking without a picture gets it.
  for (int i = 0; made == 0 && i < 4; i++)
    made = encoder->api->encoder_encode(encoder->x265, &units, &count, NULL, encoder->done);
  if (made <= 0) return false;
  for (uint32_t i = 0; i < count; i++)
    if (units[i].type < NAL_UNIT_VPS || units[i].type == 38) bytes_append(out, units[i].payload, units[i].sizeBytes);
  *quantizer = (int)(encoder->done->frameData.qp + 0.5);
  return true;
}

const inner_interface inner_x265 = {open_encoder, append_headers, encode, close_encoder};
