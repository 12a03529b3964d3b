#include "decode_hevc.h"

enum { MAX_PPS = 64 };

typedef VAPictureParameterBufferHEVC parameters;

static const parameters *parameters_of(const coded_picture *picture) {
  return (const void *)picture->parameters.data;
}

static bool is_field(const coded_picture *picture) {
  (void)picture;  // a field is a picture of its own here
  return false;
}

static bool was_decoded(const decoded_pictures *decoded, const VAPictureHEVC *picture) {
  unsigned known = decoded->count < DECODED_PICTURES ? decoded->count : DECODED_PICTURES;
  for (unsigned i = 0; i < known; i++)
    if (decoded->list[i].id == picture->picture_id && decoded->list[i].order_count == picture->pic_order_cnt)
      return true;
  return false;
}

// After a seek the pictures before the one that decoding begins with are made up, or they are of another count.
static bool begins_anew(const coded_picture *picture, decoded_pictures *decoded) {
  const parameters *from = parameters_of(picture);
  bool anew = from->slice_parsing_fields.bits.RapPicFlag;
  for (size_t i = 0; i < sizeof from->ReferenceFrames / sizeof *from->ReferenceFrames && anew; i++)
    if (!(from->ReferenceFrames[i].flags & VA_PICTURE_HEVC_INVALID) && was_decoded(decoded, &from->ReferenceFrames[i]))
      anew = false;
  if (anew) decoded->count = 0;
  unsigned index = decoded->count++ % DECODED_PICTURES;
  decoded->list[index].id = from->CurrPic.picture_id;
  decoded->list[index].order_count = from->CurrPic.pic_order_cnt;
  return anew;
}

// Appends the slices and says what the parameter sets that they name are like.
static bool assemble_slices(const coded_picture *picture, bytes *slices, bool used[MAX_PPS], int padding[MAX_PPS]) {
  for (unsigned id = 0; id < MAX_PPS; id++) padding[id] = HEVC_ANY_PADDING;
  for (size_t i = 0; i < slice_count(picture); i++) {
    coded_slice slice = slice_at(picture, sizeof(VASliceParameterBufferHEVC), i);
    unsigned id;
    int wanted;
    if (!hevc_write_slice(slices, parameters_of(picture), &slice, &id, &wanted) || id >= MAX_PPS)
      return report_failure("unknown HEVC slice header");
    used[id] = true;
    if (wanted == HEVC_ANY_PADDING) continue;
    if (padding[id] != HEVC_ANY_PADDING && padding[id] != wanted)
      return report_failure("HEVC slices of one picture that say their references differently");
    padding[id] = wanted;
  }
  return true;
}

static bool assemble(const coded_picture *picture, bytes *unit) {
  const parameters *from = parameters_of(picture);
  unsigned depth = from->bit_depth_luma_minus8 + 8u;
  if (from->pic_fields.bits.chroma_format_idc != 1 || (depth != 8 && depth != 10) ||
      from->bit_depth_luma_minus8 != from->bit_depth_chroma_minus8)
    return report_failure("HEVC that is not 4:2:0 of 8 or 10 bits");
  bool used[MAX_PPS] = {false};
  int padding[MAX_PPS];
  bytes slices = {0};
  bool good = assemble_slices(picture, &slices, used, padding);
  hevc_write_vps(unit, from);
  hevc_write_sps(unit, from);
  const void *scaling = picture->scaling.size > 0 ? picture->scaling.data : NULL;
  for (unsigned id = 0; id < MAX_PPS && good; id++) {
    if (!used[id]) continue;
    unsigned bits = padding[id] == HEVC_ANY_PADDING ? 0 : (unsigned)padding[id];
    if (from->num_extra_slice_header_bits + bits > 7)
      good = report_failure("an HEVC slice header without room for padding");
    else
      hevc_write_pps(unit, from, scaling, id, bits);
  }
  if (good) bytes_append(unit, slices.data, slices.size);
  bytes_free(&slices);
  return good;
}

const decode_codec hevc_decode_codec = {
    .hevc = true,
    .picture_size = sizeof(parameters),
    .scaling_size = sizeof(VAIQMatrixBufferHEVC),
    .slice_size = sizeof(VASliceParameterBufferHEVC),
    .is_field = is_field,
    .begins_anew = begins_anew,
    .assemble = assemble,
};
