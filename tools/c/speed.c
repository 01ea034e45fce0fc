/* The speed of the C library, as a table: `speed FOLDER`, which has texts in UTF-8 by language.
 *
 * Each text is repeated up to 20 KB, and encoded. Times are of the processor, the shortest of many. */

#include <charsniff.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 20000, MOST = 3 * SIZE, ROUNDS = 25, CALLS = 40 };

static uint8_t page[2 * MOST];
static size_t length;
static const char *label;
static charsniff_context *html;

static charsniff_header header(void) {
  static char value[64];
  snprintf(value, sizeof value, "text/html; charset=%s", label);
  charsniff_header header = {"Content-Type", value};
  return header;
}

static void sniff_standard(void) {
  static charsniff_context *standard;
  if (standard == NULL) {
    standard = charsniff_context_new("html");
    charsniff_context_reading(standard, "standard");
  }
  charsniff_header declared = header();
  if (charsniff_sniff(page, length, &declared, 1, standard).encoding == CHARSNIFF_NO_ENCODING) abort();
}

static void sniff_crawler(void) {
  charsniff_header declared = header();
  if (charsniff_sniff(page, length, &declared, 1, html).encoding != charsniff_encoding_for_label(label)) abort();
}

static void detect(void) {
  if (charsniff_detect(page, length).encoding != charsniff_encoding_for_label(label)) abort();
}

static void decode(void) {
  charsniff_header declared = header();
  charsniff_decoded decoded;
  if (charsniff_decode(page, length, &declared, 1, html, &decoded) != CHARSNIFF_INPUT_EMPTY) abort();
  charsniff_string_free(&decoded.text);
}

static void by_iconv(void) {
  static char text[3 * MOST];
  iconv_t converter = iconv_open("UTF-8", label);
  char *in = (char *)page, *out = text;
  size_t left = length, room = sizeof text;
  if (iconv(converter, &in, &left, &out, &room) == (size_t)-1) abort();
  iconv_close(converter);
}

/* Microseconds a call. */
static double fastest(void (*call)(void)) {
  clock_t least = 0;
  for (int round = 0; round < ROUNDS; round++) {
    clock_t start = clock();
    for (int n = 0; n < CALLS; n++) call();
    clock_t time = clock() - start;
    if (round == 0 || time < least) least = time;
  }
  return (double)least * 1e6 / CLOCKS_PER_SEC / CALLS;
}

static void make(const char *folder, const char *language) {
  static char text[MOST];
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.txt", folder, language);
  FILE *file = fopen(path, "rb");
  if (file == NULL) abort();
  size_t once = fread(text, 1, SIZE, file), all = once;
  fclose(file);
  while (all < SIZE) {
    memcpy(text + all, text, once);
    all += once;
  }
  charsniff_string bytes;
  if (charsniff_encode(charsniff_encoding_for_label(label), text, all, &bytes) == CHARSNIFF_FAILED) abort();
  if (bytes.length > sizeof page) abort();
  memcpy(page, bytes.data, length = bytes.length);
  charsniff_string_free(&bytes);
}

int main(int count, char **arguments) {
  static const char *texts[][2] = {{"fr", "windows-1252"}, {"ru", "windows-1251"}, {"ja", "Shift_JIS"},
                                   {"ja", "EUC-JP"},       {"zh-Hant", "Big5"},    {"ko", "EUC-KR"},
                                   {"fr", "UTF-8"},        {"ru", "UTF-8"},        {"ja", "UTF-8"}};
  html = charsniff_context_new("html");
  if (count != 2 || !charsniff_context_reading(html, "crawler")) return 1;
  puts("| µs for 20 KB of UTF-8, encoded | sniff, standard | sniff, crawler | detect | decode | iconv |");
  puts("| --- | ---: | ---: | ---: | ---: | ---: |");
  for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
    label = texts[n][1];
    make(arguments[1], texts[n][0]);
    printf("| %s, %s | %.2f | %.1f | %.1f | %.1f | %.1f |\n", texts[n][0], label, fastest(sniff_standard),
           fastest(sniff_crawler), fastest(detect), fastest(decode), fastest(by_iconv));
  }
  return 0;
}
