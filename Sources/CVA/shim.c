#include "CVA.h"

const char *swage_va_version(void) { return VA_VERSION_S; }

int swage_va_attribute_number(const VASurfaceAttrib *attribute, int32_t *number) {
  if (attribute->value.type != VAGenericValueTypeInteger) return 0;
  *number = attribute->value.value.i;
  return 1;
}
