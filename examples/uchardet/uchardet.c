/* libuchardet.so.0 on top of charsniff: the six functions of uchardet.h, under which programs that were linked with
 * uchardet run as they are. `tools/c/uchardet.sh` builds it and runs Debian's own `uchardet` with it. */

#include <charsniff.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define PUBLIC __attribute__((visibility("default")))
#else
#define PUBLIC
#endif

/* What is kept of the input: the detector needs no more, and memory stays bounded. */
#define MOST_BYTES ((size_t)4 << 20)

struct uchardet {
  uint8_t *bytes;
  size_t length;
  size_t capacity;
  /* Whether input was left out. */
  bool truncated;
  char charset[32];
};

PUBLIC struct uchardet *uchardet_new(void) { return calloc(1, sizeof(struct uchardet)); }

PUBLIC void uchardet_delete(struct uchardet *detector) {
  if (detector != NULL) {
    free(detector->bytes);
    free(detector);
  }
}

PUBLIC void uchardet_reset(struct uchardet *detector) {
  detector->length = 0;
  detector->truncated = false;
  detector->charset[0] = '\0';
}

/* Returns 0, or 1 if there is no memory. */
PUBLIC int uchardet_handle_data(struct uchardet *detector, const char *data, size_t length) {
  size_t room = MOST_BYTES - detector->length;
  detector->truncated |= length > room;
  length = length < room ? length : room;
  if (length == 0) {
    return 0;
  }
  if (detector->length + length > detector->capacity) {
    size_t capacity = 2 * detector->capacity > detector->length + length ? 2 * detector->capacity : detector->length + length;
    uint8_t *bytes = realloc(detector->bytes, capacity);
    if (bytes == NULL) {
      return 1;
    }
    detector->bytes = bytes;
    detector->capacity = capacity;
  }
  memcpy(detector->bytes + detector->length, data, length);
  detector->length += length;
  return 0;
}

/* The name by which iconv knows an encoding of the Encoding Standard, which is what uchardet promises. */
static const char *iconv_name(charsniff_encoding encoding) {
  switch (encoding) {
    /* What the standard calls by an older name decodes more than that name's own encoding. */
    case CHARSNIFF_SHIFT_JIS: return "CP932";
    case CHARSNIFF_EUC_KR: return "UHC";
    case CHARSNIFF_BIG5: return "BIG5-HKSCS";
    case CHARSNIFF_GBK: return "GB18030";
    case CHARSNIFF_WINDOWS_874: return "CP874";
    case CHARSNIFF_X_MAC_CYRILLIC: return "MAC-UK";
    case CHARSNIFF_ISO_8859_8_I: return "ISO-8859-8";
    case CHARSNIFF_REPLACEMENT:
    case CHARSNIFF_X_USER_DEFINED: return "";
    default: return charsniff_encoding_name(encoding);
  }
}

PUBLIC void uchardet_data_end(struct uchardet *detector) {
  charsniff_context *context = charsniff_context_new("text-document");
  charsniff_context_truncated(context, detector->truncated);
  charsniff_sniffed sniffed = charsniff_sniff(detector->bytes, detector->length, NULL, 0, context);
  charsniff_context_free(context);

  const char *name = "";
  if (sniffed.source == CHARSNIFF_SOURCE_BOM || sniffed.source == CHARSNIFF_SOURCE_DETECTOR) {
    name = iconv_name(sniffed.encoding);
  } else if (detector->length > 0 && charsniff_utf8_valid_up_to(detector->bytes, detector->length) == detector->length) {
    /* Nothing above 7F, or the detector would have answered. */
    name = "ASCII";
  }
  size_t i = 0;
  for (; name[i] != '\0' && i + 1 < sizeof detector->charset; i++) {
    detector->charset[i] = (char)toupper((unsigned char)name[i]);
  }
  detector->charset[i] = '\0';
}

/* The name, or an empty string if nothing is known. It belongs to the detector. */
PUBLIC const char *uchardet_get_charset(struct uchardet *detector) { return detector->charset; }
