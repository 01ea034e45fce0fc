/* Nanoseconds of processor time a page: `pace FILE`. See benches/pace.rs. */

#include <charsniff.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 30, MOST_PAGES = 1000 };

typedef struct {
  uint8_t *bytes;
  size_t length;
} field;

/* A field with a NUL after it; its bytes are NULL at the end of the file. */
static field read_field(FILE *file) {
  uint8_t size[4];
  field field = {NULL, 0};
  if (fread(size, 1, 4, file) == 4) {
    field.length = size[0] | size[1] << 8 | size[2] << 16 | (size_t)size[3] << 24;
    field.bytes = calloc(field.length + 1, 1);
    if (field.bytes == NULL || fread(field.bytes, 1, field.length, file) != field.length) abort();
  }
  return field;
}

int main(int count, char **arguments) {
  static field pages[MOST_PAGES][3];
  size_t length = 0;
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL) return 1;
  for (; length < MOST_PAGES && (pages[length][0] = read_field(file)).bytes != NULL; length++) {
    pages[length][1] = read_field(file);
    pages[length][2] = read_field(file);
  }
  charsniff_context *context = charsniff_context_new("html");
  if (!charsniff_context_reading(context, "crawler")) return 1;
  clock_t fastest = 0;
  for (int round = 0; round < ROUNDS; round++) {
    clock_t start = clock();
    for (size_t n = 0; n < length; n++) {
      charsniff_header header = {"Content-Type", (const char *)pages[n][0].bytes};
      charsniff_decoded decoded;
      if (charsniff_decode(pages[n][2].bytes, pages[n][2].length, &header, 1, context, &decoded) != CHARSNIFF_INPUT_EMPTY) {
        return 1;
      }
      charsniff_string_free(&decoded.text);
    }
    clock_t time = clock() - start;
    if (round == 0 || time < fastest) fastest = time;
  }
  printf("%.0f\n", (double)fastest * 1e9 / CLOCKS_PER_SEC / (double)length);
  return 0;
}
