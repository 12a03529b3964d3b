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

static bool assemble(const coded_picture *picture, bytes *unit) {
  const parameters *from = parameters_of(picture);
  unsigned depth = from->bit_depth_luma_minus8 + 8u;
  if (from->pic_fields.bits.chroma_format_idc != 1 || (depth != 8 && depth != 10) ||
      from->bit_depth_luma_minus8 != from->bit_depth_chroma_minus8)
    return report_failure("HEVC that is not 4:2:0 of 8 or 10 bits");
  hevc_write_vps(unit, from);
  hevc_write_sps(unit, from);
  bool written[MAX_PPS] = {false};
  const void *scaling = picture->scaling.size > 0 ? picture->scaling.data : NULL;
  for (size_t i = 0; i < slice_count(picture); i++) {
    coded_slice slice = slice_at(picture, sizeof(VASliceParameterBufferHEVC), i);
    unsigned id;
    if (!hevc_slice_pps(&slice, &id) || id >= MAX_PPS) return report_failure("unknown HEVC slice header");
    if (!written[id]) hevc_write_pps(unit, from, scaling, id);
    written[id] = true;
    if (!hevc_write_slice(unit, from, &slice)) return report_failure("unknown HEVC slice header");
  }
  return true;
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
