#include <stdlib.h>
#include <string.h>

#include "decode_hevc.h"
#include "hevc_syntax.h"

enum { NAL_HEADER = 2 };

static unsigned nal_type(const coded_slice *slice) { return slice->nal[0] >> 1 & 63; }

static bool is_irap(unsigned type) { return type >= HEVC_NAL_FIRST_IRAP && type <= HEVC_NAL_LAST_IRAP; }

static bool is_idr(unsigned type) { return type == HEVC_NAL_IDR_W_RADL || type == HEVC_NAL_IDR_N_LP; }

static unsigned bits_for(unsigned count) {
  unsigned bits = 0;
  while ((1u << bits) < count) bits++;
  return bits;
}

// Where in a slice's payload (in bits) the parts are that say which pictures it refers to.
typedef struct {
  unsigned pps;
  bool dependent;
  bool has_references;  // neither IDR nor a dependent slice
  size_t padding_at, short_at, long_at, rest_at;
} places;

static size_t blocks_of(const VAPictureParameterBufferHEVC *from) {
  unsigned size = 8u << (from->log2_min_luma_coding_block_size_minus3 + from->log2_diff_max_min_luma_coding_block_size);
  return (size_t)((from->pic_width_in_luma_samples + size - 1) / size) *
         ((from->pic_height_in_luma_samples + size - 1) / size);
}

static void skip_long_term(bit_reader *r, const VAPictureParameterBufferHEVC *from) {
  unsigned listed = from->num_long_term_ref_pic_sps > 0 ? read_ue(r) : 0, count = listed + read_ue(r);
  for (unsigned i = 0; i < count && !r->overrun; i++) {
    if (i < listed)
      skip_bits(r, bits_for(from->num_long_term_ref_pic_sps));
    else
      skip_bits(r, from->log2_max_pic_order_cnt_lsb_minus4 + 4 + 1);
    if (read_flag(r)) read_ue(r);  // delta_poc_msb_cycle_lt
  }
}

// Reads a slice header up to its reference pictures.
static bool find_places(places *places, const VAPictureParameterBufferHEVC *from, unsigned type, const bytes *payload) {
  bit_reader reader = bits_of(payload), *r = &reader;
  memset(places, 0, sizeof *places);
  bool first = read_flag(r);
  if (is_irap(type)) skip_bits(r, 1);  // no_output_of_prior_pics_flag
  places->pps = read_ue(r);
  if (!first) {
    if (from->slice_parsing_fields.bits.dependent_slice_segments_enabled_flag) places->dependent = read_flag(r);
    skip_bits(r, bits_for((unsigned)blocks_of(from)));
  }
  places->has_references = !places->dependent && !is_idr(type);
  if (!places->has_references) return !r->overrun;
  places->padding_at = r->at;
  skip_bits(r, from->num_extra_slice_header_bits);
  read_ue(r);                                                                     // slice_type
  if (from->slice_parsing_fields.bits.output_flag_present_flag) skip_bits(r, 1);  // pic_output_flag
  skip_bits(r, from->log2_max_pic_order_cnt_lsb_minus4 + 4);
  places->short_at = r->at;
  if (!read_flag(r))
    skip_bits(r, from->st_rps_bits);
  else if (from->num_short_term_ref_pic_sets > 1)
    skip_bits(r, bits_for(from->num_short_term_ref_pic_sets));
  places->long_at = r->at;
  if (from->slice_parsing_fields.bits.long_term_ref_pics_present_flag) skip_long_term(r, from);
  places->rest_at = r->at;
  return !r->overrun;
}

typedef struct {
  int distance;
  bool used;
} reference;

static int compare(const void *a, const void *b) {
  return abs(((const reference *)a)->distance) - abs(((const reference *)b)->distance);
}

enum { MAX_REFERENCES = 15, SHORT_USED = VA_PICTURE_HEVC_RPS_ST_CURR_BEFORE | VA_PICTURE_HEVC_RPS_ST_CURR_AFTER };

// Those before or after the picture, the nearest first.
static unsigned collect(const VAPictureParameterBufferHEVC *from, bool before, reference list[MAX_REFERENCES]) {
  unsigned count = 0;
  for (unsigned i = 0; i < MAX_REFERENCES; i++) {
    const VAPictureHEVC *picture = &from->ReferenceFrames[i];
    int distance = picture->pic_order_cnt - from->CurrPic.pic_order_cnt;
    if (picture->flags & (VA_PICTURE_HEVC_INVALID | VA_PICTURE_HEVC_LONG_TERM_REFERENCE)) continue;
    if (distance != 0 && (distance < 0) == before) list[count++] = (reference){distance, picture->flags & SHORT_USED};
  }
  qsort(list, count, sizeof *list, compare);
  return count;
}

static void write_short_term(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  reference lists[2][MAX_REFERENCES];
  const unsigned counts[] = {collect(from, true, lists[0]), collect(from, false, lists[1])};
  write_bits(w, 0, 1);  // short_term_ref_pic_set_sps_flag
  write_ue(w, counts[0]);
  write_ue(w, counts[1]);
  for (unsigned side = 0; side < 2; side++)
    for (unsigned i = 0, before = 0; i < counts[side]; i++) {
      unsigned distance = (unsigned)abs(lists[side][i].distance);
      write_ue(w, distance - before - 1);
      write_bits(w, lists[side][i].used, 1);
      before = distance;
    }
}

// Where the sequence's set lists long-term pictures, which are not passed on, all are written out: the nearest first,
// which is also their order unless there are several with the same higher bits.
static void write_long_term(bit_writer *w, const VAPictureParameterBufferHEVC *from) {
  reference list[MAX_REFERENCES];
  unsigned count = 0, bits = from->log2_max_pic_order_cnt_lsb_minus4 + 4u;
  int current = from->CurrPic.pic_order_cnt;
  for (unsigned i = 0; i < MAX_REFERENCES; i++) {
    const VAPictureHEVC *picture = &from->ReferenceFrames[i];
    if (!(picture->flags & VA_PICTURE_HEVC_INVALID) && (picture->flags & VA_PICTURE_HEVC_LONG_TERM_REFERENCE))
      list[count++] = (reference){picture->pic_order_cnt - current, picture->flags & VA_PICTURE_HEVC_RPS_LT_CURR};
  }
  qsort(list, count, sizeof *list, compare);
  write_ue(w, count);  // num_long_term_pics
  int before = 0;
  for (unsigned i = 0; i < count; i++) {
    int order_count = current + list[i].distance, cycle = (current >> bits) - (order_count >> bits);
    write_bits(w, (uint32_t)order_count & ((1u << bits) - 1), bits);
    write_bits(w, list[i].used, 1);
    write_bits(w, 1, 1);  // delta_poc_msb_present_flag
    write_ue(w, (uint32_t)(cycle - before));
    before = cycle;
  }
}

// Answers the padding.
static unsigned rewrite(bit_writer *w, const VAPictureParameterBufferHEVC *from, const places *places,
                        const bytes *payload) {
  bit_writer references = {0};
  write_short_term(&references, from);
  if (from->num_long_term_ref_pic_sps > 0 && from->slice_parsing_fields.bits.long_term_ref_pics_present_flag)
    write_long_term(&references, from);
  else
    write_range(&references, payload, places->long_at, places->rest_at);
  size_t before = places->rest_at - places->short_at, now = references.bit_count;
  unsigned padding = (unsigned)((before + 8 - now % 8) % 8);
  write_range(w, payload, 0, places->padding_at);
  write_bits(w, 0, padding);
  write_range(w, payload, places->padding_at, places->short_at);
  write_range(w, &references.payload, 0, references.bit_count);
  write_range(w, payload, places->rest_at, payload->size * 8);
  bytes_free(&references.payload);
  return padding;
}

bool hevc_write_slice(bytes *unit, const VAPictureParameterBufferHEVC *from, const coded_slice *slice, unsigned *pps,
                      int *padding) {
  bytes payload = {0};
  append_unescaped(&payload, slice->nal, slice->nal_size, NAL_HEADER);
  places places;
  bool good = find_places(&places, from, nal_type(slice), &payload);
  *pps = places.pps;
  *padding = places.dependent ? HEVC_ANY_PADDING : 0;
  if (good && places.has_references) {
    bit_writer writer = {0};
    *padding = (int)rewrite(&writer, from, &places, &payload);
    append_nal(unit, slice->nal, NAL_HEADER, writer.payload.data, writer.payload.size);
    bytes_free(&writer.payload);
  } else if (good) {
    append_unit(unit, slice->nal, slice->nal_size);
  }
  bytes_free(&payload);
  return good;
}
