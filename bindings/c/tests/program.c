/* A C program that calls every function of charsniff.h; `tools/c/test.sh` runs it under valgrind. */

#include <charsniff.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;
static int checks = 0;

#define CHECK(condition)                                                     \
  do {                                                                       \
    checks++;                                                                \
    if (!(condition)) {                                                      \
      failures++;                                                            \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                        \
  } while (0)

#define BYTES(literal) (const uint8_t *)(literal), sizeof(literal) - 1

/* The context of a page. */
static charsniff_context *html;

static int is(charsniff_view text, const char *expected) {
  return text.length == strlen(expected) && (text.length == 0 || memcmp(text.data, expected, text.length) == 0);
}

static void encodings(void) {
  size_t length = 9;
  CHECK(charsniff_encoding_for_label(" Latin1 ") == CHARSNIFF_WINDOWS_1252);
  CHECK(charsniff_encoding_for_label("none") == CHARSNIFF_NO_ENCODING);
  CHECK(charsniff_encoding_for_label(NULL) == CHARSNIFF_NO_ENCODING);
  CHECK(charsniff_encoding_for_bom(BYTES("\xFF\xFE" "a"), &length) == CHARSNIFF_UTF_16LE && length == 2);
  CHECK(charsniff_encoding_for_bom(NULL, 0, &length) == CHARSNIFF_NO_ENCODING && length == 0);
  CHECK(charsniff_encoding_for_bom(BYTES("\xEF\xBB\xBF"), NULL) == CHARSNIFF_UTF_8);
  CHECK(strcmp(charsniff_encoding_name(CHARSNIFF_SHIFT_JIS), "Shift_JIS") == 0);
  CHECK(charsniff_encoding_name(40) == NULL && charsniff_encoding_name(CHARSNIFF_NO_ENCODING) == NULL);
  CHECK(charsniff_encoding_output(CHARSNIFF_UTF_16BE) == CHARSNIFF_UTF_8);
  CHECK(charsniff_encoding_output(200) == CHARSNIFF_NO_ENCODING);
  CHECK(strcmp(charsniff_source_name(CHARSNIFF_SOURCE_XML_DECLARATION), "xml-declaration") == 0);
  CHECK(charsniff_source_name(255) == NULL);
  CHECK(charsniff_utf8_valid_up_to(BYTES("caf\xC3\xA9\xFF")) == 5);
  CHECK(strlen(charsniff_version()) > 0);
  for (int encoding = 0; encoding < 40; encoding++) {
    CHECK(charsniff_encoding_for_label(charsniff_encoding_name((charsniff_encoding)encoding)) == encoding);
  }
}

/* A context that could not be made is an error, not the context of a page. */
static void no_context(void) {
  CHECK(charsniff_context_new("css") == NULL && charsniff_context_new(NULL) == NULL);
  CHECK(charsniff_context_of(49) == NULL && charsniff_context_of(255) == NULL);
  charsniff_context *none = charsniff_context_new("css");
  CHECK(charsniff_sniff(BYTES("x"), NULL, 0, none).encoding == CHARSNIFF_NO_ENCODING);
  charsniff_decoded decoded;
  CHECK(charsniff_decode(BYTES("x"), NULL, 0, none, &decoded) == CHARSNIFF_FAILED && decoded.text.data == NULL);
  CHECK(decoded.sniffed.encoding == CHARSNIFF_NO_ENCODING);
  CHECK(charsniff_try_decode(BYTES("x"), NULL, 0, none, &decoded) == CHARSNIFF_FAILED);
  CHECK(charsniff_explain(BYTES("x"), NULL, 0, none) == NULL);
  CHECK(charsniff_stream_new(NULL, 0, none) == NULL);
  for (int kind = 0; kind < 49; kind++) {
    charsniff_context *context = charsniff_context_of((charsniff_kind)kind);
    CHECK(charsniff_sniff(BYTES("\xEF\xBB\xBFx"), NULL, 0, context).encoding != CHARSNIFF_NO_ENCODING);
    charsniff_context_free(context);
  }
  charsniff_context *css = charsniff_context_of(CHARSNIFF_KIND_CSS_FROM_DOCUMENT);
  CHECK(charsniff_sniff(BYTES("@charset \"gbk\";"), NULL, 0, css).source == CHARSNIFF_SOURCE_AT_CHARSET);
  charsniff_context_free(css);
  CHECK(charsniff_decode(BYTES("a\xFF" "b\xFF\xFE" "c"), NULL, 0, html, &decoded) == CHARSNIFF_INPUT_EMPTY);
  charsniff_string_free(&decoded.text);
  charsniff_header header = {"Content-Type", "text/html; charset=utf-8"};
  CHECK(charsniff_decode(BYTES("a\xFF" "b\xFF\xFE" "c"), &header, 1, html, &decoded) == CHARSNIFF_INPUT_EMPTY);
  CHECK(decoded.errors == 3);
  charsniff_string_free(&decoded.text);
}

static void repairs(charsniff_context *repairing) {
  charsniff_decoded decoded;
  charsniff_repairs *repairs;
  charsniff_repair repair;
  charsniff_header header = {"Content-Type", "text/html; charset=utf-8"};
  const char page[] = "<p>un caf\xE9 au th\xC3\xA9, \xC3\xA0 l\xE2\x80\x99h\xC3\xB4tel <p>Nicol\xC3\x83\xC2\xA1s";
  CHECK(charsniff_decode_with_repairs(BYTES(page), &header, 1, repairing, &decoded, &repairs) == CHARSNIFF_INPUT_EMPTY);
  CHECK(strcmp(decoded.text.data, "<p>un café au thé, à l’hôtel <p>Nicolás") == 0 && decoded.errors == 0);
  CHECK(charsniff_repairs_count(repairs) == 2 && charsniff_repairs_get(repairs, 0, &repair));
  CHECK(repair.start == 9 && repair.end == 10 && repair.damage == CHARSNIFF_DAMAGE_MALFORMED);
  CHECK(is(repair.was, "\xEF\xBF\xBD") && is(repair.became, "é"));
  CHECK(repair.encoding_count == 1 && repair.encodings[0] == CHARSNIFF_WINDOWS_1252);
  CHECK(charsniff_repairs_get(repairs, 1, &repair) && repair.damage == CHARSNIFF_DAMAGE_DOUBLY_ENCODED);
  CHECK(strncmp(page + repair.start, "Ã¡s", repair.end - repair.start) == 0 && is(repair.was, "Ã¡") && is(repair.became, "á"));
  CHECK(charsniff_repairs_get(repairs, 0, NULL) && !charsniff_repairs_get(repairs, 2, &repair));
  charsniff_string_free(&decoded.text);
  charsniff_repairs_free(repairs);
  CHECK(charsniff_decode_with_repairs(BYTES("a"), NULL, 0, repairing, NULL, &repairs) == CHARSNIFF_INPUT_EMPTY && repairs == NULL);
  CHECK(charsniff_decode_with_repairs(BYTES(page), &header, 1, repairing, NULL, NULL) == CHARSNIFF_INPUT_EMPTY);
  CHECK(charsniff_decode_with_repairs(BYTES(page), &header, 1, html, &decoded, &repairs) == CHARSNIFF_INPUT_EMPTY);
  CHECK(decoded.errors == 1 && repairs == NULL && charsniff_repairs_count(NULL) == 0);
  CHECK(!charsniff_repairs_get(NULL, 0, &repair));
  charsniff_string_free(&decoded.text);
  CHECK(charsniff_decode_with_repairs(BYTES("a"), NULL, 0, NULL, NULL, &repairs) == CHARSNIFF_FAILED && repairs == NULL);
  charsniff_repairs_free(NULL);
}

static void whole_resources(void) {
  charsniff_header headers[] = {{"Server", "x"}, {"content-type", "text/html; charset=koi8-r"}, {NULL, NULL}};
  charsniff_sniffed sniffed = charsniff_sniff(BYTES("<p>\xED\xC1\xD2\xD3"), headers, 3, html);
  CHECK(sniffed.encoding == CHARSNIFF_KOI8_R && sniffed.is_certain && sniffed.source == CHARSNIFF_SOURCE_TRANSPORT);
  CHECK(charsniff_sniff_start(BYTES("<meta charset=koi8-r>"), NULL, 0, html, &sniffed));
  CHECK(sniffed.encoding == CHARSNIFF_KOI8_R && sniffed.source == CHARSNIFF_SOURCE_META);
  CHECK(!charsniff_sniff_start(BYTES("<meta char"), NULL, 0, html, &sniffed));
  CHECK(!charsniff_sniff_start(BYTES("<p>"), NULL, 0, html, NULL));
  sniffed = charsniff_sniff(NULL, 0, NULL, 0, html);
  CHECK(sniffed.source == CHARSNIFF_SOURCE_DEFAULT && !sniffed.is_certain && sniffed.bom_length == 0);
  sniffed = charsniff_sniff(BYTES("\xEF\xBB\xBFx"), NULL, 0, html);
  CHECK(sniffed.encoding == CHARSNIFF_UTF_8 && sniffed.bom_length == 3);

  charsniff_decoded decoded;
  CHECK(charsniff_decode(BYTES("<p>\xED\xC1\xD2\xD3"), headers, 2, html, &decoded) == CHARSNIFF_INPUT_EMPTY);
  CHECK(strcmp(decoded.text.data, "<p>Марс") == 0 && decoded.text.length == strlen("<p>Марс") && decoded.errors == 0);
  charsniff_string_free(&decoded.text);
  CHECK(decoded.text.data == NULL);
  charsniff_string_free(&decoded.text);
  charsniff_string_free(NULL);

  charsniff_context *repairing = charsniff_context_new("html");
  charsniff_context_repair(repairing, true);
  CHECK(charsniff_decode(BYTES("<p>Nicol\xC3\x83\xC2\xA1s"), NULL, 0, repairing, &decoded) == CHARSNIFF_INPUT_EMPTY);
  CHECK(strcmp(decoded.text.data, "<p>Nicol\xC3\xA1s") == 0);
  charsniff_string_free(&decoded.text);
  repairs(repairing);
  charsniff_context_free(repairing);

  charsniff_context *xml = charsniff_context_new("xml");
  CHECK(charsniff_decode(BYTES("<a>\xFF</a>"), NULL, 0, xml, &decoded) == CHARSNIFF_INPUT_EMPTY && decoded.errors == 1);
  charsniff_string_free(&decoded.text);
  CHECK(charsniff_try_decode(BYTES("<a>\xFF</a>"), NULL, 0, xml, &decoded) == CHARSNIFF_MALFORMED);
  CHECK(decoded.text.data == NULL && decoded.error_offset == 3 && decoded.error_length == 1);
  CHECK(charsniff_try_decode(BYTES("<a/>"), NULL, 0, xml, NULL) == CHARSNIFF_INPUT_EMPTY);
  charsniff_context_free(xml);

  charsniff_string bytes;
  CHECK(charsniff_encode(CHARSNIFF_SHIFT_JIS, "火\xC3\xA9", strlen("火\xC3\xA9"), &bytes) == CHARSNIFF_INPUT_EMPTY);
  CHECK(strcmp(bytes.data, "\x89\xCE&#233;") == 0);
  charsniff_string_free(&bytes);
  CHECK(charsniff_encode(CHARSNIFF_SHIFT_JIS, "\xFF", 1, &bytes) == CHARSNIFF_NOT_UTF_8 && bytes.data == NULL);
  CHECK(charsniff_encode(77, "a", 1, &bytes) == CHARSNIFF_FAILED && bytes.data == NULL);
  CHECK(charsniff_encode(CHARSNIFF_BIG5, "a", 1, NULL) == CHARSNIFF_INPUT_EMPTY);
}

static charsniff_sniffed in(charsniff_context *context, const char *bytes) {
  charsniff_sniffed sniffed = charsniff_sniff((const uint8_t *)bytes, strlen(bytes), NULL, 0, context);
  charsniff_context_free(context);
  return sniffed;
}

static void contexts(void) {
  CHECK(charsniff_context_new("no such context") == NULL && charsniff_context_new(NULL) == NULL);
  charsniff_context_free(NULL);
  charsniff_context *context = charsniff_context_new("html");
  charsniff_context_override_encoding(context, "big5");
  charsniff_context_override_encoding(context, NULL);
  charsniff_context_override_encoding(NULL, "gbk");
  CHECK(in(context, "x").encoding == CHARSNIFF_BIG5);
  context = charsniff_context_new("classic-script");
  charsniff_context_reference_charset(context, "gbk");
  charsniff_context_document(context, CHARSNIFF_BIG5);
  charsniff_context_document(context, 99);
  CHECK(in(context, "x").encoding == CHARSNIFF_GBK);
  context = charsniff_context_new("classic-script");
  charsniff_context_document(context, CHARSNIFF_BIG5);
  CHECK(in(context, "x").source == CHARSNIFF_SOURCE_DOCUMENT);
  context = charsniff_context_new("css-from-css");
  charsniff_context_style_sheet(context, CHARSNIFF_EUC_KR);
  CHECK(in(context, "x").encoding == CHARSNIFF_EUC_KR);
  context = charsniff_context_for_mime_type("text/html; x=y");
  charsniff_context_parent(context, CHARSNIFF_KOI8_U, true);
  CHECK(in(context, "x").source == CHARSNIFF_SOURCE_PARENT);
  context = charsniff_context_new("html");
  charsniff_context_history(context, CHARSNIFF_EUC_JP);
  CHECK(in(context, "x").source == CHARSNIFF_SOURCE_HISTORY);
  context = charsniff_context_new("html");
  charsniff_context_locale(context, "ja");
  charsniff_context_tld(context, "jp");
  charsniff_context_url(context, "https://example.co.jp/");
  CHECK(charsniff_context_detection(context, "off") && !charsniff_context_detection(context, "other"));
  CHECK(!charsniff_context_detection(NULL, "off") && !charsniff_context_detection(context, NULL));
  CHECK(in(context, "x").encoding == CHARSNIFF_SHIFT_JIS);
  context = charsniff_context_new("html");
  charsniff_context_prescan_limit(context, 5);
  charsniff_context_truncated(context, true);
  CHECK(in(context, "<meta charset=big5>").source == CHARSNIFF_SOURCE_DEFAULT);
  context = charsniff_context_new("html");
  CHECK(charsniff_context_reading(context, "firefox") && !charsniff_context_reading(context, "lynx"));
  CHECK(!charsniff_context_reading(NULL, "firefox") && !charsniff_context_reading(context, NULL));
  CHECK(in(context, "<title><meta charset=big5></title>").source != CHARSNIFF_SOURCE_META);
  context = charsniff_context_new("html");
  charsniff_context_reading(context, "crawler");
  CHECK(in(context, "<meta charset=utf_8>").source == CHARSNIFF_SOURCE_META);
  CHECK(charsniff_context_for_mime_type(NULL) == NULL);
  charsniff_header types[] = {{"Content-Type", "text/css"}, {"Content-Type", "*/*"}};
  CHECK(in(charsniff_context_for_headers(types, 2), "@charset \"gbk\";").source == CHARSNIFF_SOURCE_AT_CHARSET);
  CHECK(charsniff_kind_for_headers(types, 2) == CHARSNIFF_KIND_CSS_FROM_DOCUMENT);
  charsniff_string mime_type;
  CHECK(charsniff_extract_mime_type(types, 2, &mime_type) && strcmp(mime_type.data, "text/css") == 0);
  charsniff_string_free(&mime_type);
  CHECK(charsniff_extract_mime_type(types, 1, NULL));
  CHECK(!charsniff_extract_mime_type(types + 1, 1, &mime_type) && mime_type.data == NULL);
  CHECK(charsniff_context_for_headers(NULL, 0) == NULL && charsniff_kind_for_headers(NULL, 0) == CHARSNIFF_NO_KIND);
  CHECK(in(charsniff_context_for_file_name("a/style.css"), "@charset \"gbk\";").source == CHARSNIFF_SOURCE_AT_CHARSET);
  CHECK(charsniff_context_for_file_name("README") == NULL && charsniff_context_for_file_name(NULL) == NULL);
  context = charsniff_context_new("text-document");
  charsniff_context_mime_type(context, "text/css");
  charsniff_context_mime_type(context, NULL);
  CHECK(in(context, "@charset \"gbk\";").source == CHARSNIFF_SOURCE_AT_CHARSET);
  context = charsniff_context_new("x500-string");
  CHECK(charsniff_context_string_type(context, "bmp") && !charsniff_context_string_type(context, "other"));
  CHECK(!charsniff_context_string_type(NULL, "bmp") && !charsniff_context_string_type(context, NULL));
  CHECK(in(context, "x").encoding == CHARSNIFF_UTF_16BE);
  for (int in_worker = 0; in_worker < 2; in_worker++) {
    charsniff_header header = {"Content-Type", "text/javascript; charset=gbk"};
    context = charsniff_context_new("module-script");
    charsniff_context_reading(context, "chromium");
    if (in_worker) {
      charsniff_context_in_worker(context);
    }
    charsniff_encoding encoding = charsniff_sniff(NULL, 0, &header, 1, context).encoding;
    CHECK(encoding == (in_worker ? CHARSNIFF_GBK : CHARSNIFF_UTF_8));
    charsniff_context_free(context);
  }
  for (int allowed = 0; allowed < 2; allowed++) {
    context = charsniff_context_new("html");
    charsniff_context_detect_iso_2022_jp(context, allowed);
    CHECK((in(context, "\x1B$B2P@1\x1B(B").encoding == CHARSNIFF_ISO_2022_JP) == allowed);
  }
  for (size_t ceiling = 6; ceiling < 9; ceiling += 2) {
    context = charsniff_context_new("html");
    charsniff_context_detection_ceiling(context, ceiling);
    CHECK(in(context, "<p>caf\xC3\xA9").source == (ceiling == 6 ? CHARSNIFF_SOURCE_DEFAULT : CHARSNIFF_SOURCE_DETECTOR));
  }
  charsniff_context_in_worker(NULL);
  charsniff_context_lossy(NULL);
}

/* The context of the Web's TextDecoder, with whole inputs and streams. */
static void text_decoders(void) {
  CHECK(charsniff_context_for_text_decoder(40) == NULL);
  charsniff_decoded decoded;
  charsniff_view view;
  size_t offset = 0, length = 0;
  charsniff_context *context = charsniff_context_for_text_decoder(CHARSNIFF_SHIFT_JIS);
  /* A byte order mark of another encoding changes nothing. */
  CHECK(charsniff_decode(BYTES("\xEF\xBB\xBF"), NULL, 0, context, &decoded) == CHARSNIFF_INPUT_EMPTY);
  CHECK(decoded.sniffed.encoding == CHARSNIFF_SHIFT_JIS && decoded.sniffed.bom_length == 0 && decoded.text.length > 0);
  charsniff_string_free(&decoded.text);
  charsniff_stream *stream = charsniff_stream_new(NULL, 0, context);
  CHECK(charsniff_stream_push(stream, BYTES("\x89"), &view) == CHARSNIFF_INPUT_EMPTY && is(view, ""));
  CHECK(charsniff_stream_push(stream, BYTES("\xCE\x90\xAF"), &view) == CHARSNIFF_INPUT_EMPTY && is(view, "火星"));
  CHECK(charsniff_stream_push(stream, BYTES("\x89"), &view) == CHARSNIFF_INPUT_EMPTY && is(view, ""));
  CHECK(charsniff_stream_finish(stream, &view) == CHARSNIFF_INPUT_EMPTY && is(view, "\xEF\xBF\xBD"));
  CHECK(charsniff_stream_had_errors(stream));
  CHECK(charsniff_stream_push(stream, BYTES("a"), &view) == CHARSNIFF_FAILED && is(view, ""));
  CHECK(charsniff_stream_decide(stream, &view) == CHARSNIFF_FAILED && is(view, ""));
  CHECK(charsniff_stream_finish(stream, &view) == CHARSNIFF_INPUT_EMPTY && is(view, ""));
  charsniff_stream_free(stream);
  charsniff_context_fatal(context, true);
  stream = charsniff_stream_new(NULL, 0, context);
  CHECK(charsniff_stream_push(stream, BYTES("ab\x89"), &view) == CHARSNIFF_INPUT_EMPTY && is(view, "ab"));
  CHECK(charsniff_stream_finish(stream, &view) == CHARSNIFF_MALFORMED);
  CHECK(charsniff_stream_error(stream, &offset, &length) && offset == 2 && length == 1);
  charsniff_stream_free(stream);
  CHECK(charsniff_try_decode(BYTES("\x89"), NULL, 0, context, &decoded) == CHARSNIFF_MALFORMED);
  charsniff_context_lossy(context);
  CHECK(charsniff_try_decode(BYTES("\x89"), NULL, 0, context, &decoded) == CHARSNIFF_INPUT_EMPTY && decoded.errors == 1);
  charsniff_string_free(&decoded.text);
  charsniff_context_free(context);

  for (int ignore_bom = 0; ignore_bom < 2; ignore_bom++) {
    context = charsniff_context_for_text_decoder(CHARSNIFF_UTF_8);
    charsniff_context_ignore_bom(context, ignore_bom);
    stream = charsniff_stream_new(NULL, 0, context);
    char text[9] = "";
    CHECK(charsniff_stream_push(stream, BYTES("\xEF\xBB\xBF" "a"), &view) == CHARSNIFF_INPUT_EMPTY);
    strncat(text, view.data == NULL ? "" : view.data, view.length);
    CHECK(charsniff_stream_finish(stream, &view) == CHARSNIFF_INPUT_EMPTY);
    strncat(text, view.data == NULL ? "" : view.data, view.length);
    CHECK(strcmp(text, ignore_bom ? "\xEF\xBB\xBF" "a" : "a") == 0);
    charsniff_stream_free(stream);
    charsniff_context_free(context);
  }

  context = charsniff_context_new("xml");
  charsniff_context_lossy(context);
  CHECK(charsniff_try_decode(BYTES("<a>\xFF</a>"), NULL, 0, context, &decoded) == CHARSNIFF_INPUT_EMPTY);
  CHECK(strcmp(decoded.text.data, "<a>\xEF\xBF\xBD</a>") == 0 && decoded.errors == 1);
  charsniff_string_free(&decoded.text);
  charsniff_context_free(context);
}

/* A parser that meets a <meta> after the text has begun. */
static void changes(void) {
  char page[1100];
  memset(page, ' ', sizeof page);
  memcpy(page, "<title>x</title>", 16);
  charsniff_view view;
  charsniff_sniffed sniffed;
  charsniff_stream *stream = charsniff_stream_new(NULL, 0, html);
  CHECK(charsniff_stream_change_the_encoding(stream, "koi8-r", &view) == CHARSNIFF_CHANGE_KEEP);
  charsniff_stream_push(stream, (const uint8_t *)page, sizeof page, &view);
  CHECK(charsniff_stream_change_the_encoding(stream, "none", &view) == CHARSNIFF_CHANGE_KEEP);
  CHECK(charsniff_stream_change_the_encoding(stream, NULL, &view) == CHARSNIFF_CHANGE_KEEP && is(view, ""));
  CHECK(charsniff_stream_change_the_encoding(stream, "koi8-r", &view) == CHARSNIFF_CHANGE_SWITCH);
  CHECK(charsniff_stream_sniffed(stream, &sniffed) && sniffed.encoding == CHARSNIFF_KOI8_R && sniffed.is_certain);
  CHECK(charsniff_stream_push(stream, BYTES("\xCD\xC1\xD2\xD3"), &view) == CHARSNIFF_INPUT_EMPTY && is(view, "марс"));
  CHECK(charsniff_stream_change_the_encoding(stream, "koi8-r", NULL) == CHARSNIFF_CHANGE_KEEP);
  charsniff_stream_free(stream);

  charsniff_context *context = charsniff_context_new("html");
  charsniff_context_detection(context, "off");
  charsniff_context_locale(context, "ru");
  stream = charsniff_stream_new(NULL, 0, context);
  page[7] = '\xCD';
  charsniff_stream_push(stream, (const uint8_t *)page, sizeof page, &view);
  CHECK(charsniff_stream_sniffed(stream, &sniffed) && sniffed.encoding == CHARSNIFF_WINDOWS_1251);
  CHECK(charsniff_stream_finish(stream, &view) == CHARSNIFF_INPUT_EMPTY);
  CHECK(charsniff_stream_change_the_encoding(stream, "koi8-r", &view) == CHARSNIFF_CHANGE_START_AGAIN);
  CHECK(charsniff_stream_push(stream, (const uint8_t *)page, 16, &view) == CHARSNIFF_INPUT_EMPTY);
  CHECK(is(view, "<title>м</title>"));
  charsniff_stream_free(stream);

  stream = charsniff_stream_new(NULL, 0, context);
  charsniff_stream_push(stream, (const uint8_t *)page, sizeof page, &view);
  CHECK(charsniff_stream_change_the_encoding(stream, "cp1251", &view) == CHARSNIFF_CHANGE_CONFIRM);
  charsniff_stream_free(stream);
  charsniff_context_free(context);
  CHECK(charsniff_stream_change_the_encoding(NULL, "koi8-r", &view) == CHARSNIFF_CHANGE_KEEP && is(view, ""));
}

static void explanations(void) {
  charsniff_header header = {"Content-Type", "text/html; charset=none"};
  charsniff_explanation *explanation = charsniff_explain(BYTES("<meta charset=sjis>"), &header, 1, html);
  CHECK(charsniff_explanation_sniffed(explanation).encoding == CHARSNIFF_SHIFT_JIS);
  charsniff_view text = charsniff_explanation_text(explanation);
  CHECK(text.length > 100 && memcmp(text.data, "Shift_JIS tentative meta", 24) == 0);
  charsniff_stage_report report;
  int decided = 0;
  for (size_t stage = 0; charsniff_explanation_stage(explanation, stage, &report); stage++) {
    CHECK(stage < CHARSNIFF_STAGE_COUNT);
    if (strcmp(report.stage, "transport") == 0) {
      CHECK(report.has_label && is(report.label, "none") && report.encoding == CHARSNIFF_NO_ENCODING);
      CHECK(strcmp(report.outcome, "nothing") == 0 && report.consulted && !report.has_offset);
    }
    if (strcmp(report.outcome, "decided") == 0) {
      decided++;
      CHECK(strcmp(report.stage, "prescan") == 0 && report.has_offset && report.offset == 14 && is(report.label, "sjis"));
    }
  }
  CHECK(decided == 1);
  CHECK(!charsniff_explanation_stage(explanation, CHARSNIFF_STAGE_COUNT, &report));
  CHECK(charsniff_explanation_stage(explanation, 0, NULL) && !charsniff_explanation_stage(NULL, 0, &report));
  charsniff_string json;
  charsniff_explanation_json(explanation, &json);
  CHECK(strstr(json.data, "\"encoding\":\"Shift_JIS\"") != NULL && strstr(json.data, "\"label\":\"none\"") != NULL);
  CHECK(strlen(json.data) == json.length);
  charsniff_string_free(&json);
  charsniff_explanation_json(NULL, &json);
  CHECK(json.data == NULL && json.length == 0);
  charsniff_explanation_json(explanation, NULL);
  charsniff_likelihood likelihood;
  CHECK(charsniff_explanation_likelihood(explanation, &likelihood) && likelihood.probability > 0.9);
  CHECK(likelihood.runner_up.encoding == CHARSNIFF_NO_ENCODING && likelihood.language.length == 0);
  CHECK(likelihood.margin == likelihood.probability && likelihood.script.length == 0);
  CHECK(charsniff_explanation_likelihood(explanation, NULL) && !charsniff_explanation_likelihood(NULL, &likelihood));
  charsniff_explanation_free(explanation);
  charsniff_header russian = {"Content-Type", "text/html; charset=windows-1251"};
  const char *forecast =
      "<p>\xCF\xEE\xE3\xEE\xE4\xE0 \xF1\xE5\xE3\xEE\xE4\xED\xFF \xEF\xE5\xF0\xE5\xEC\xE5\xED\xED\xE0\xFF"
      ", \xEA \xE2\xE5\xF7\xE5\xF0\xF3 \xEE\xE1\xE5\xF9\xE0\xFE\xF2 \xE4\xEE\xE6\xE4\xFC, \xE0 \xED\xEE"
      "\xF7\xFC\xFE \xE7\xE0\xEC\xEE\xF0\xEE\xE7\xEA\xE8.";
  explanation = charsniff_explain((const uint8_t *)forecast, strlen(forecast), &russian, 1, html);
  CHECK(charsniff_explanation_likelihood(explanation, &likelihood) && is(likelihood.language, "ru"));
  CHECK(is(likelihood.script, "Cyrl"));
  CHECK(likelihood.probability > likelihood.runner_up.probability && likelihood.runner_up.probability > 0);
  CHECK(likelihood.margin == likelihood.probability - likelihood.runner_up.probability);
  charsniff_explanation_free(explanation);
  charsniff_explanation_free(NULL);
  CHECK(charsniff_explanation_text(NULL).length == 0);
  CHECK(charsniff_explanation_sniffed(NULL).encoding == CHARSNIFF_NO_ENCODING);
}

static void streams(void) {
  const char *page = "<meta charset=shift_jis><p>\x89\xCE\x90\xAF and more";
  for (size_t size = 1; size < 9; size++) {
    charsniff_stream *stream = charsniff_stream_new(NULL, 0, html);
    char text[200] = "";
    charsniff_view view;
    charsniff_sniffed sniffed;
    CHECK(!charsniff_stream_sniffed(stream, &sniffed) && sniffed.encoding == CHARSNIFF_NO_ENCODING);
    for (size_t start = 0; start < strlen(page); start += size) {
      size_t rest = strlen(page) - start;
      CHECK(charsniff_stream_push(stream, (const uint8_t *)page + start, rest < size ? rest : size, &view) == CHARSNIFF_INPUT_EMPTY);
      strncat(text, view.data == NULL ? "" : view.data, view.length);
    }
    CHECK(charsniff_stream_finish(stream, &view) == CHARSNIFF_INPUT_EMPTY);
    strncat(text, view.data == NULL ? "" : view.data, view.length);
    CHECK(strcmp(text, "<meta charset=shift_jis><p>火星 and more") == 0);
    CHECK(charsniff_stream_sniffed(stream, &sniffed) && sniffed.encoding == CHARSNIFF_SHIFT_JIS);
    CHECK(!charsniff_stream_had_errors(stream) && !charsniff_stream_error(stream, NULL, NULL));
    charsniff_stream_free(stream);
  }

  charsniff_context *xml = charsniff_context_new("xml");
  charsniff_stream *stream = charsniff_stream_new(NULL, 0, xml);
  charsniff_context_free(xml);
  charsniff_view view;
  size_t offset = 0, length = 0;
  charsniff_result result = charsniff_stream_push(stream, BYTES("<a>\xFF</a>"), &view);
  if (result == CHARSNIFF_INPUT_EMPTY) {
    result = charsniff_stream_finish(stream, &view);
  }
  CHECK(result == CHARSNIFF_MALFORMED && charsniff_stream_error(stream, &offset, &length));
  CHECK(offset == 3 && length == 1);
  charsniff_stream_free(stream);

  stream = charsniff_stream_new(NULL, 0, html);
  CHECK(charsniff_stream_push(stream, BYTES("<p>caf"), &view) == CHARSNIFF_INPUT_EMPTY && is(view, ""));
  CHECK(charsniff_stream_decide(stream, &view) == CHARSNIFF_INPUT_EMPTY && is(view, "<p>caf"));
  charsniff_stream_free(stream);
  charsniff_stream_free(NULL);
  CHECK(charsniff_stream_push(NULL, BYTES("x"), &view) == CHARSNIFF_FAILED && is(view, ""));
  CHECK(charsniff_stream_finish(NULL, NULL) == CHARSNIFF_FAILED && charsniff_stream_decide(NULL, NULL) == CHARSNIFF_FAILED);
  CHECK(!charsniff_stream_had_errors(NULL) && !charsniff_stream_sniffed(NULL, NULL));
}

static void decoders(void) {
  CHECK(charsniff_decoder_new(40) == NULL);
  charsniff_decoder *decoder = charsniff_decoder_new(CHARSNIFF_BIG5);
  uint8_t text[16];
  uint16_t units[16];
  charsniff_progress done = charsniff_decoder_to_utf8(decoder, BYTES("\xA4"), text, sizeof text, false);
  CHECK(done.result == CHARSNIFF_INPUT_EMPTY && done.read == 1 && done.written == 0);
  done = charsniff_decoder_to_utf8(decoder, BYTES("\xA4" "b"), text, 3, true);
  CHECK(done.result == CHARSNIFF_OUTPUT_FULL && done.written == 3 && memcmp(text, "中", 3) == 0);
  done = charsniff_decoder_to_utf8(decoder, BYTES("b"), text, 1, true);
  CHECK(done.result == CHARSNIFF_INPUT_EMPTY && done.read == 1 && text[0] == 'b');
  charsniff_decoder_free(decoder);

  decoder = charsniff_decoder_new(CHARSNIFF_BIG5);
  done = charsniff_decoder_to_utf16(decoder, BYTES("\xFF\xFE" "a\0"), units, 16, true);
  CHECK(done.result == CHARSNIFF_INPUT_EMPTY && done.written == 1 && units[0] == 'a');
  CHECK(charsniff_decoder_encoding(decoder) == CHARSNIFF_UTF_16LE);
  charsniff_decoder_free(decoder);

  decoder = charsniff_decoder_new_without_bom_handling(CHARSNIFF_UTF_8);
  done = charsniff_decoder_to_utf8_without_replacement(decoder, BYTES("a\xE2\x82" "b"), text, sizeof text, true);
  CHECK(done.result == CHARSNIFF_MALFORMED && done.malformed_length == 2 && done.read == 3 && done.written == 1);
  done = charsniff_decoder_to_utf16_without_replacement(decoder, BYTES("\xFF"), units, 16, true);
  CHECK(done.result == CHARSNIFF_MALFORMED && done.malformed_length == 1 && done.malformed_after == 0);
  CHECK(charsniff_decoder_max_utf8_length(decoder, 10) >= 10 && charsniff_decoder_max_utf16_length(decoder, 10) >= 10);
  CHECK(charsniff_decoder_max_utf8_length(decoder, SIZE_MAX) == SIZE_MAX);
  charsniff_decoder_free(decoder);

  decoder = charsniff_decoder_new_with_bom_removal(CHARSNIFF_UTF_8);
  done = charsniff_decoder_to_utf8(decoder, BYTES("\xEF\xBB\xBF\xFF"), text, sizeof text, true);
  CHECK(done.written == 3 && memcmp(text, "\xEF\xBF\xBD", 3) == 0 && done.had_errors);
  charsniff_decoder_free(decoder);
  charsniff_decoder_free(NULL);
  CHECK(charsniff_decoder_to_utf8(NULL, NULL, 0, NULL, 0, true).result == CHARSNIFF_FAILED);
  CHECK(charsniff_decoder_encoding(NULL) == CHARSNIFF_NO_ENCODING);
}

static void encoders(void) {
  CHECK(charsniff_encoder_new(40) == NULL);
  charsniff_encoder *encoder = charsniff_encoder_new(CHARSNIFF_ISO_2022_JP);
  uint8_t bytes[32];
  charsniff_progress done = charsniff_encoder_from_utf8(encoder, "火", 3, bytes, sizeof bytes, false);
  CHECK(done.result == CHARSNIFF_INPUT_EMPTY && done.written == 5 && memcmp(bytes, "\x1B$B2P", 5) == 0);
  done = charsniff_encoder_from_utf8(encoder, NULL, 0, bytes, sizeof bytes, true);
  CHECK(done.written == 3 && memcmp(bytes, "\x1B(B", 3) == 0);
  CHECK(charsniff_encoder_encoding(encoder) == CHARSNIFF_ISO_2022_JP);
  charsniff_encoder_free(encoder);

  encoder = charsniff_encoder_new(CHARSNIFF_KOI8_R);
  done = charsniff_encoder_from_utf8_without_replacement(encoder, "a\xC3\xA9", 3, bytes, sizeof bytes, true);
  CHECK(done.result == CHARSNIFF_UNMAPPABLE && done.unmappable == 0xE9 && done.read == 3 && done.written == 1);
  done = charsniff_encoder_from_utf8(encoder, "ab\xFF", 3, bytes, sizeof bytes, true);
  CHECK(done.result == CHARSNIFF_NOT_UTF_8 && done.read == 2 && done.written == 2);
  const uint16_t units[] = {0x41C, 0xE9};
  done = charsniff_encoder_from_utf16(encoder, units, 2, bytes, sizeof bytes, true);
  CHECK(done.result == CHARSNIFF_INPUT_EMPTY && done.had_errors && memcmp(bytes, "\xED&#233;", 7) == 0);
  charsniff_encoder_free(encoder);
  charsniff_encoder_free(NULL);
  CHECK(charsniff_encoder_from_utf16(NULL, NULL, 0, NULL, 0, true).result == CHARSNIFF_FAILED);
}

static void detection(void) {
  charsniff_guess guess = charsniff_detect(BYTES("\xCC\xE0\xF0\xF1, \xEF\xEB\xE0\xED\xE5\xF2\xE0"));
  CHECK(guess.encoding == CHARSNIFF_WINDOWS_1251 && guess.probability > 0.5f && guess.probability < 1.0f);
  CHECK(guess.runner_up_count > 0 && guess.runner_up_count <= CHARSNIFF_MOST_RUNNERS_UP);
  float least = guess.probability;
  for (size_t i = 0; i < CHARSNIFF_MOST_RUNNERS_UP; i++) {
    charsniff_candidate runner_up = guess.runners_up[i];
    CHECK((runner_up.encoding != CHARSNIFF_NO_ENCODING) == (i < guess.runner_up_count));
    CHECK(runner_up.encoding != guess.encoding && runner_up.probability <= least);
    least = runner_up.probability;
  }
  guess = charsniff_detect(BYTES("\xFE\xFF\x04\x1C"));
  CHECK(guess.encoding == CHARSNIFF_UTF_16BE && guess.probability == 1.0f && guess.runner_up_count == 0);
  CHECK(charsniff_detect(NULL, 0).encoding == CHARSNIFF_UTF_8);

  charsniff_context *page = charsniff_context_new("html");
  const charsniff_encoding turkish = CHARSNIFF_WINDOWS_1254;
  charsniff_context_only(page, &turkish, 1);
  CHECK(charsniff_sniff(BYTES("<p>caf\xE9"), NULL, 0, page).encoding == CHARSNIFF_WINDOWS_1254);
  charsniff_context_free(page);
  page = charsniff_context_new("html");
  charsniff_context_except(page, &turkish, 1);
  const charsniff_encoding latin_9 = CHARSNIFF_ISO_8859_15;
  charsniff_context_prefer(page, &latin_9, 1);
  charsniff_context_detection(page, "full");
  CHECK(charsniff_sniff(BYTES("<p>caf\xE9"), NULL, 0, page).encoding == CHARSNIFF_ISO_8859_15);
  charsniff_context_default_encoding(page, CHARSNIFF_KOI8_R);
  charsniff_context_detection(page, "off");
  CHECK(charsniff_sniff(BYTES("<p>"), NULL, 0, page).encoding == CHARSNIFF_KOI8_R);
  charsniff_context_free(page);
  page = charsniff_context_new("xhr-text");
  charsniff_context_override_mime_type(page, "text/plain; charset=big5");
  CHECK(charsniff_sniff(BYTES("a"), NULL, 0, page).encoding == CHARSNIFF_BIG5);
  charsniff_context_free(page);

  charsniff_detector *detector = charsniff_detector_new();
  const charsniff_encoding japanese[] = {CHARSNIFF_SHIFT_JIS, CHARSNIFF_EUC_JP, 99};
  charsniff_detector_only(detector, japanese, 3);
  charsniff_detector_tld(detector, "jp");
  charsniff_detector_language(detector, "ja");
  charsniff_detector_locale(detector, NULL);
  CHECK(charsniff_detector_detect(detector, BYTES("\xBF\xA7")).encoding == CHARSNIFF_EUC_JP);
  charsniff_detector_except(detector, japanese, 2);
  CHECK(charsniff_detector_detect(detector, BYTES("\xBF\xA7")).encoding == CHARSNIFF_NO_ENCODING);
  charsniff_detector_free(detector);
  detector = charsniff_detector_new();
  charsniff_detector_prefer(detector, &latin_9, 1);
  charsniff_detector_iso_2022_jp(detector, true);
  CHECK(charsniff_detector_detect(detector, BYTES("caf\xE9")).encoding == CHARSNIFF_ISO_8859_15);
  CHECK(charsniff_detector_detect(detector, BYTES("\x1B$B2P@1\x1B(B")).encoding == CHARSNIFF_ISO_2022_JP);
  charsniff_detector_free(detector);
  charsniff_detector_free(NULL);
  charsniff_detector_prefer(NULL, &latin_9, 1);
  CHECK(charsniff_detector_detect(NULL, BYTES("a")).encoding == CHARSNIFF_NO_ENCODING);

  CHECK(charsniff_content_of(BYTES("caf\xE9")) == CHARSNIFF_CONTENT_TEXT);
  CHECK(charsniff_content_of(BYTES("cafe")) == CHARSNIFF_CONTENT_ASCII);
  CHECK(charsniff_content_of(BYTES("\x89PNG\r\n\x1A\n\0\0\0\rIHDR")) == CHARSNIFF_CONTENT_BINARY);
  CHECK(charsniff_content_of(NULL, 0) == CHARSNIFF_CONTENT_ASCII);
}

static void meta_scanners(void) {
  const char *page = "<script>'<meta charset=big5>'</script><p><meta charset=koi8-r>";
  charsniff_meta_declaration found;
  charsniff_meta_scanner *scanner = charsniff_meta_scanner_new(true);
  CHECK(charsniff_meta_scanner_scan(scanner, (const uint8_t *)page, strlen(page), true, &found));
  CHECK(found.encoding == CHARSNIFF_KOI8_R && !found.in_head && found.tag_end == strlen(page));
  CHECK(strncmp(page + found.label_start, "koi8-r", found.label_end - found.label_start) == 0);
  CHECK(charsniff_meta_scanner_position(scanner) == strlen(page) && !charsniff_meta_scanner_is_over(scanner));
  CHECK(!charsniff_meta_scanner_scan(scanner, NULL, 0, true, &found));
  charsniff_meta_scanner_free(scanner);
  CHECK(charsniff_meta_scanner_for_reading("lynx", 4) == NULL && charsniff_meta_scanner_for_reading(NULL, 4) == NULL);
  scanner = charsniff_meta_scanner_for_reading("chromium", 4);
  CHECK(!charsniff_meta_scanner_scan(scanner, BYTES("<title>x</title><body>"), false, NULL));
  CHECK(charsniff_meta_scanner_is_over(scanner));
  charsniff_meta_scanner_free(scanner);
  charsniff_meta_scanner_free(NULL);
  CHECK(!charsniff_meta_scanner_scan(NULL, NULL, 0, true, &found) && charsniff_meta_scanner_is_over(NULL));
}

int main(void) {
  html = charsniff_context_of(CHARSNIFF_KIND_HTML);
  encodings();
  no_context();
  whole_resources();
  contexts();
  explanations();
  streams();
  text_decoders();
  changes();
  decoders();
  encoders();
  meta_scanners();
  detection();
  charsniff_context_free(html);
  printf("C: %d of %d checks passed\n", checks - failures, checks);
  return failures == 0 ? 0 : 1;
}
