// libnvcuvid: decoders and their pictures. A picture is decoded when cuvidDecodePicture returns, and what is mapped is a
// copy of it.
#include <ffnvcodec/dynlink_cuda.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cuvid.h"
#include "device.h"

// The limits of the real library.
enum { MAX_SURFACES = 32, MAX_OUTPUTS = 64, PITCH_ALIGNMENT = 512, START_CODE = 3, MB_SIZE = 16 };

typedef struct {
  cudaVideoCodec codec;
  const char *name;
  const decode_codec *decode;
  bool (*translate)(coded_picture *picture, sequence *sequence, const CUVIDPICPARAMS *from);
  unsigned min_width, min_height, max_size;
} kind;

static const kind kinds[] = {
    {cudaVideoCodec_H264, "h264", &h264_decode_codec, translate_h264, 48, 16, 4096},
    {cudaVideoCodec_HEVC, "hevc", &hevc_decode_codec, translate_hevc, 144, 144, 8192},
};

typedef struct {
  pthread_mutex_t lock;
  const kind *kind;
  inner_decoder *inner;
  decoded_pictures decoded;
  sequence sequence;
  frame surfaces[MAX_SURFACES];
  unsigned surface_count, width, height;
  void **mapped;
  unsigned mapped_limit;
} decoder;

// NULL where the device doesn't decode it.
static const kind *find_kind(cudaVideoCodec codec, cudaVideoChromaFormat chroma, unsigned depth) {
  const sim_settings *settings = sim_nvdec_settings();
  if (chroma != cudaVideoChromaFormat_420 || (depth != 8 && depth != 10)) return NULL;
  if (!sim_setting_has(settings, "depths", depth == 10 ? "10" : "8", "8,10")) return NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].codec == codec && sim_setting_has(settings, "decode", kinds[i].name, ""))
      return depth == 8 || codec == cudaVideoCodec_HEVC ? &kinds[i] : NULL;
  return NULL;
}

CUVID_EXPORT CUresult cuvidGetDecoderCaps(CUVIDDECODECAPS *caps) {
  sim_nvenc_refresh_settings();
  CUVID_CALL_IN_CONTEXT("CuvidGetDecoderCaps");
  if (!caps) return (CUresult)SIM_CUVID_INVALID_VALUE;
  const kind *kind = find_kind(caps->eCodecType, caps->eChromaFormat, caps->nBitDepthMinus8 + 8);
  CUVIDDECODECAPS answer = {
      .eCodecType = caps->eCodecType,
      .eChromaFormat = caps->eChromaFormat,
      .nBitDepthMinus8 = caps->nBitDepthMinus8,
  };
  if (kind) {
    answer.bIsSupported = 1;
    answer.nNumNVDECs = 1;
    answer.nOutputFormatMask =
        1 << (caps->nBitDepthMinus8 > 0 ? cudaVideoSurfaceFormat_P016 : cudaVideoSurfaceFormat_NV12);
    answer.nMaxWidth = answer.nMaxHeight = kind->max_size;
    answer.nMaxMBCount = kind->max_size / MB_SIZE * (kind->max_size / MB_SIZE);
    answer.nMinWidth = (unsigned short)kind->min_width;
    answer.nMinHeight = (unsigned short)kind->min_height;
  }
  *caps = answer;
  return CUDA_SUCCESS;
}

CUVID_EXPORT CUresult cuvidCreateDecoder(CUvideodecoder *created, CUVIDDECODECREATEINFO *wishes) {
  CUVID_CALL_IN_CONTEXT("CuvidCreateDecoder");
  if (!created || !wishes) return (CUresult)SIM_CUVID_INVALID_VALUE;
  const kind *kind = find_kind(wishes->CodecType, wishes->ChromaFormat, (unsigned)wishes->bitDepthMinus8 + 8);
  if (!kind) return (CUresult)SIM_CUVID_NOT_SUPPORTED;
  cudaVideoSurfaceFormat format = wishes->bitDepthMinus8 > 0 ? cudaVideoSurfaceFormat_P016 : cudaVideoSurfaceFormat_NV12;
  bool scales = wishes->ulTargetWidth != wishes->ulWidth || wishes->ulTargetHeight != wishes->ulHeight;
  if (wishes->OutputFormat != format || scales) return (CUresult)SIM_CUVID_NOT_SUPPORTED;
  if (wishes->ulWidth < kind->min_width || wishes->ulHeight < kind->min_height || wishes->ulWidth > kind->max_size ||
      wishes->ulHeight > kind->max_size || wishes->ulNumDecodeSurfaces < 1 ||
      wishes->ulNumDecodeSurfaces > MAX_SURFACES || wishes->ulNumOutputSurfaces < 1 ||
      wishes->ulNumOutputSurfaces > MAX_OUTPUTS)
    return (CUresult)SIM_CUVID_INVALID_VALUE;
  decoder *self = calloc(1, sizeof *self);
  if (!self) abort();
  pthread_mutex_init(&self->lock, NULL);
  self->kind = kind;
  self->width = (unsigned)wishes->ulWidth;
  self->height = (unsigned)wishes->ulHeight;
  self->surface_count = (unsigned)wishes->ulNumDecodeSurfaces;
  for (unsigned i = 0; i < self->surface_count; i++)
    frame_create(&self->surfaces[i], wishes->bitDepthMinus8 > 0 ? VA_FOURCC_P010 : VA_FOURCC_NV12, self->width,
                 self->height);
  self->mapped_limit = (unsigned)wishes->ulNumOutputSurfaces;
  self->mapped = calloc(self->mapped_limit, sizeof *self->mapped);
  self->inner = inner_decoder_open(kind->decode->hevc);
  if (!self->mapped || !self->inner) abort();
  *created = self;
  return CUDA_SUCCESS;
}

CUVID_EXPORT CUresult cuvidDestroyDecoder(CUvideodecoder handle) {
  CUVID_CALL("CuvidDestroyDecoder");
  decoder *self = handle;
  if (!self) return (CUresult)SIM_CUVID_INVALID_HANDLE;
  inner_decoder_close(self->inner);
  for (unsigned i = 0; i < self->surface_count; i++) storage_release(self->surfaces[i].storage);
  for (unsigned i = 0; i < self->mapped_limit; i++) free(self->mapped[i]);
  free(self->mapped);
  pthread_mutex_destroy(&self->lock);
  free(self);
  return CUDA_SUCCESS;
}

// Each slice has a start code before it.
static bool take_slices(coded_picture *picture, const CUVIDPICPARAMS *from) {
  for (unsigned i = 0; i < from->nNumSlices; i++) {
    size_t start = from->pSliceDataOffsets[i] + (size_t)START_CODE;
    size_t end = i + 1 < from->nNumSlices ? from->pSliceDataOffsets[i + 1] : from->nBitstreamDataLen;
    if (start + 3 > end || end > from->nBitstreamDataLen || memcmp(from->pBitstreamData + start - 3, "\0\0\1", 3) != 0)
      return report_failure("a slice that isn't where it is said to be");
    const slice_place place = {picture->data.size, end - start};
    bytes_append(&picture->slices, &place, sizeof place);
    bytes_append(&picture->data, from->pBitstreamData + start, end - start);
  }
  return from->nNumSlices > 0 || report_failure("no slices to decode");
}

static void free_picture(coded_picture *picture) {
  bytes_free(&picture->parameters);
  bytes_free(&picture->scaling);
  bytes_free(&picture->slice_parameters);
  bytes_free(&picture->slices);
  bytes_free(&picture->data);
}

static bool decode(decoder *self, const CUVIDPICPARAMS *from) {
  const decode_codec *codec = self->kind->decode;
  coded_picture picture = {0};
  bytes unit = {0};
  bool good = self->kind->translate(&picture, &self->sequence, from) && take_slices(&picture, from);
  if (good && !from->second_field && codec->begins_anew(&picture, &self->decoded)) inner_decoder_reset(self->inner);
  good = good && codec->assemble(&picture, &unit) &&
         (inner_decoder_decode(self->inner, &unit, from->second_field) || report_failure("nothing to decode")) &&
         inner_decoder_copy(self->inner, &self->surfaces[from->CurrPicIdx]);
  bytes_free(&unit);
  free_picture(&picture);
  return good;
}

CUVID_EXPORT CUresult cuvidDecodePicture(CUvideodecoder handle, CUVIDPICPARAMS *picture) {
  decoder *self = handle;
  if (self && picture && !picture->second_field) sim_picture_begins(sim_nvdec_settings());
  bool garbage = false;
  CUresult wanted = sim_cuvid_fault("CuvidDecodePicture", &garbage);
  if (wanted != CUDA_SUCCESS) return wanted;
  if (!sim_cuda_has_context()) return (CUresult)SIM_CUVID_INVALID_CONTEXT;
  if (!self) return (CUresult)SIM_CUVID_INVALID_HANDLE;
  if (!picture || picture->CurrPicIdx < 0 || (unsigned)picture->CurrPicIdx >= self->surface_count)
    return (CUresult)SIM_CUVID_INVALID_VALUE;
  pthread_mutex_lock(&self->lock);
  bool good = decode(self, picture);
  if (good && garbage) frame_fill_with_noise(&self->surfaces[picture->CurrPicIdx]);
  pthread_mutex_unlock(&self->lock);
  return good ? CUDA_SUCCESS : (CUresult)SIM_CUVID_UNKNOWN;
}

CUVID_EXPORT CUresult cuvidGetDecodeStatus(CUvideodecoder handle, int index, CUVIDGETDECODESTATUS *status) {
  CUVID_CALL("CuvidGetDecodeStatus");
  (void)index;
  if (!handle || !status) return (CUresult)SIM_CUVID_INVALID_VALUE;
  status->decodeStatus = cuvidDecodeStatus_Success;
  return CUDA_SUCCESS;
}

CUVID_EXPORT CUresult cuvidReconfigureDecoder(CUvideodecoder handle, CUVIDRECONFIGUREDECODERINFO *wishes) {
  CUVID_CALL("CuvidReconfigureDecoder");
  (void)handle, (void)wishes;
  return (CUresult)SIM_CUVID_NOT_SUPPORTED;
}

// The second plane follows the last row of the first one.
static void *copy_surface(const decoder *self, const frame *surface, size_t pitch) {
  size_t row = (size_t)self->width * (frame_is_deep(surface) ? 2 : 1), chroma_rows = (self->height + 1) / 2;
  uint8_t *copy;
  if (posix_memalign((void **)&copy, PITCH_ALIGNMENT, pitch * (self->height + chroma_rows)) != 0) abort();
  const uint8_t *luma = surface->storage->data, *chroma = luma + surface->chroma_offset;
  for (size_t y = 0; y < self->height; y++) memcpy(copy + y * pitch, luma + y * surface->pitch, row);
  for (size_t y = 0; y < chroma_rows; y++)
    memcpy(copy + (self->height + y) * pitch, chroma + y * surface->pitch, row);
  return copy;
}

static void **find_mapped(const decoder *self, const void *memory) {
  for (unsigned i = 0; i < self->mapped_limit; i++)
    if (self->mapped[i] == memory) return &self->mapped[i];
  return NULL;
}

CUVID_EXPORT CUresult cuvidMapVideoFrame64(CUvideodecoder handle, int index, unsigned long long *pointer,
                                           unsigned int *pitch, CUVIDPROCPARAMS *wishes) {
  CUVID_CALL_IN_CONTEXT("CuvidMapVideoFrame");
  decoder *self = handle;
  if (!self) return (CUresult)SIM_CUVID_INVALID_HANDLE;
  if (!pointer || !pitch || !wishes || index < 0 || (unsigned)index >= self->surface_count)
    return (CUresult)SIM_CUVID_INVALID_VALUE;
  pthread_mutex_lock(&self->lock);
  void **place = find_mapped(self, NULL);
  if (place) {
    const frame *surface = &self->surfaces[index];
    size_t row = (size_t)self->width * (frame_is_deep(surface) ? 2 : 1);
    *pitch = (unsigned)((row + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT);
    *place = copy_surface(self, surface, *pitch);
    *pointer = (uintptr_t)*place;
  }
  pthread_mutex_unlock(&self->lock);
  return place ? CUDA_SUCCESS : (CUresult)SIM_CUVID_MAP_FAILED;
}

CUVID_EXPORT CUresult cuvidUnmapVideoFrame64(CUvideodecoder handle, unsigned long long pointer) {
  CUVID_CALL_IN_CONTEXT("CuvidUnmapVideoFrame");
  decoder *self = handle;
  if (!self) return (CUresult)SIM_CUVID_INVALID_HANDLE;
  pthread_mutex_lock(&self->lock);
  void **place = pointer ? find_mapped(self, (void *)(uintptr_t)pointer) : NULL;
  if (place) {
    free(*place);
    *place = NULL;
  }
  pthread_mutex_unlock(&self->lock);
  return place ? CUDA_SUCCESS : (CUresult)SIM_CUVID_INVALID_VALUE;
}
