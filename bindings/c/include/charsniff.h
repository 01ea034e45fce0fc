/* charsniff: which character encoding a Web resource is in, how sure that is, and its text.
 *
 * Who frees what: what a function named `…_new` or `charsniff_context_for_…` returns is freed with `…_free` of the same
 * type, which does nothing for NULL; a `charsniff_string` that a function fills is freed with `charsniff_string_free`.
 * Everything else that is pointed to belongs to what it came from, and nothing that is passed in is kept: strings and
 * buffers may be freed after the call.
 *
 * Bytes are a pointer and a length, and may be NULL if there are none. Strings are NUL-terminated and may be NULL where
 * the function says so. An object may be used by one thread at a time; different objects, by different threads.
 * No function unwinds or ends the process: where charsniff itself had a fault, the function returns what it returns
 * for an object that is NULL.
 */

#ifndef CHARSNIFF_H
#define CHARSNIFF_H

/* Written by cbindgen from the Rust sources: `tools/c/build.sh` writes it again. */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * The maximum number of runners-up of a guess.
 */
#define CHARSNIFF_MOST_RUNNERS_UP 4

/**
 * How many refuted declarations a verdict has at most.
 */
#define CHARSNIFF_MOST_REFUTED 3

/**
 * How many bytes of a refuted label are kept: enough for every label of the standard; a misspelled one may be cut.
 */
#define CHARSNIFF_MOST_LABEL 23

/**
 * The number of stages.
 */
#define CHARSNIFF_STAGE_COUNT 9

/**
 * The result of a call of a decoder, an encoder or a whole conversion.
 */
typedef enum {
  /**
   * All of the input was read.
   */
  CHARSNIFF_INPUT_EMPTY = 0,
  /**
   * The next output does not fit: call again with more room and the rest of the input.
   */
  CHARSNIFF_OUTPUT_FULL = 1,
  /**
   * A malformed sequence of `malformed_length` bytes, after which `malformed_after` more bytes were read.
   */
  CHARSNIFF_MALFORMED = 2,
  /**
   * The encoding lacks the character `unmappable`, which was read.
   */
  CHARSNIFF_UNMAPPABLE = 3,
  /**
   * The input must be UTF-8, but is not, from the position up to which it was read.
   */
  CHARSNIFF_NOT_UTF_8 = 4,
  /**
   * The object is NULL or was finished, or charsniff has a bug.
   */
  CHARSNIFF_FAILED = 5,
} charsniff_result;

/**
 * Whether bytes are text.
 */
typedef enum {
  /**
   * Text whose characters depend on the encoding.
   */
  CHARSNIFF_CONTENT_TEXT = 0,
  /**
   * ASCII text, which is the same in nearly every encoding.
   */
  CHARSNIFF_CONTENT_ASCII = 1,
  /**
   * Binary data: an image, an archive, a program and the like.
   */
  CHARSNIFF_CONTENT_BINARY = 2,
} charsniff_content;

/**
 * What was wrong with bytes that were repaired.
 */
typedef enum {
  /**
   * Malformed sequences in UTF-8 that are text in a legacy encoding.
   */
  CHARSNIFF_DAMAGE_MALFORMED = 0,
  /**
   * UTF-8 that was decoded as a legacy encoding and encoded again, perhaps several times: `Ã©` for `é`.
   */
  CHARSNIFF_DAMAGE_DOUBLY_ENCODED = 1,
  /**
   * A C1 control that stands for the character that windows-1252 has in its place.
   */
  CHARSNIFF_DAMAGE_C1_CONTROL = 2,
  /**
   * Text in a legacy encoding, all of which was decoded as another one.
   */
  CHARSNIFF_DAMAGE_MISREAD = 3,
} charsniff_damage;

/**
 * What a declaration means for a text that is being read.
 */
typedef enum {
  /**
   * Nothing: the encoding is certain already, it is UTF-16, or the label names no encoding.
   */
  CHARSNIFF_CHANGE_KEEP = 0,
  /**
   * The declaration names the current encoding, which is now certain.
   */
  CHARSNIFF_CHANGE_CONFIRM = 1,
  /**
   * The rest is in another encoding. What was read so far is the same in both.
   */
  CHARSNIFF_CHANGE_SWITCH = 2,
  /**
   * The resource must be read again from its start, in another encoding.
   */
  CHARSNIFF_CHANGE_START_AGAIN = 3,
} charsniff_change;

/**
 * The encodings of the Encoding Standard, in its order.
 */
enum charsniff_encoding_id
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * UTF-8
   */
  CHARSNIFF_UTF_8 = 0,
  /**
   * IBM866
   */
  CHARSNIFF_IBM866 = 1,
  /**
   * ISO-8859-2
   */
  CHARSNIFF_ISO_8859_2 = 2,
  /**
   * ISO-8859-3
   */
  CHARSNIFF_ISO_8859_3 = 3,
  /**
   * ISO-8859-4
   */
  CHARSNIFF_ISO_8859_4 = 4,
  /**
   * ISO-8859-5
   */
  CHARSNIFF_ISO_8859_5 = 5,
  /**
   * ISO-8859-6
   */
  CHARSNIFF_ISO_8859_6 = 6,
  /**
   * ISO-8859-7
   */
  CHARSNIFF_ISO_8859_7 = 7,
  /**
   * ISO-8859-8
   */
  CHARSNIFF_ISO_8859_8 = 8,
  /**
   * ISO-8859-8-I
   */
  CHARSNIFF_ISO_8859_8_I = 9,
  /**
   * ISO-8859-10
   */
  CHARSNIFF_ISO_8859_10 = 10,
  /**
   * ISO-8859-13
   */
  CHARSNIFF_ISO_8859_13 = 11,
  /**
   * ISO-8859-14
   */
  CHARSNIFF_ISO_8859_14 = 12,
  /**
   * ISO-8859-15
   */
  CHARSNIFF_ISO_8859_15 = 13,
  /**
   * ISO-8859-16
   */
  CHARSNIFF_ISO_8859_16 = 14,
  /**
   * KOI8-R
   */
  CHARSNIFF_KOI8_R = 15,
  /**
   * KOI8-U
   */
  CHARSNIFF_KOI8_U = 16,
  /**
   * macintosh
   */
  CHARSNIFF_MACINTOSH = 17,
  /**
   * windows-874
   */
  CHARSNIFF_WINDOWS_874 = 18,
  /**
   * windows-1250
   */
  CHARSNIFF_WINDOWS_1250 = 19,
  /**
   * windows-1251
   */
  CHARSNIFF_WINDOWS_1251 = 20,
  /**
   * windows-1252
   */
  CHARSNIFF_WINDOWS_1252 = 21,
  /**
   * windows-1253
   */
  CHARSNIFF_WINDOWS_1253 = 22,
  /**
   * windows-1254
   */
  CHARSNIFF_WINDOWS_1254 = 23,
  /**
   * windows-1255
   */
  CHARSNIFF_WINDOWS_1255 = 24,
  /**
   * windows-1256
   */
  CHARSNIFF_WINDOWS_1256 = 25,
  /**
   * windows-1257
   */
  CHARSNIFF_WINDOWS_1257 = 26,
  /**
   * windows-1258
   */
  CHARSNIFF_WINDOWS_1258 = 27,
  /**
   * x-mac-cyrillic
   */
  CHARSNIFF_X_MAC_CYRILLIC = 28,
  /**
   * GBK
   */
  CHARSNIFF_GBK = 29,
  /**
   * gb18030
   */
  CHARSNIFF_GB18030 = 30,
  /**
   * Big5
   */
  CHARSNIFF_BIG5 = 31,
  /**
   * EUC-JP
   */
  CHARSNIFF_EUC_JP = 32,
  /**
   * ISO-2022-JP
   */
  CHARSNIFF_ISO_2022_JP = 33,
  /**
   * Shift_JIS
   */
  CHARSNIFF_SHIFT_JIS = 34,
  /**
   * EUC-KR
   */
  CHARSNIFF_EUC_KR = 35,
  /**
   * replacement
   */
  CHARSNIFF_REPLACEMENT = 36,
  /**
   * UTF-16BE
   */
  CHARSNIFF_UTF_16BE = 37,
  /**
   * UTF-16LE
   */
  CHARSNIFF_UTF_16LE = 38,
  /**
   * x-user-defined
   */
  CHARSNIFF_X_USER_DEFINED = 39,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum charsniff_encoding_id charsniff_encoding_id;
#else
typedef uint8_t charsniff_encoding_id;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The rows of the table of contexts, in its order; docs/contexts.md of charsniff describes them.
 */
enum charsniff_kind_id
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * text-decoder
   */
  CHARSNIFF_KIND_TEXT_DECODER = 0,
  /**
   * html
   */
  CHARSNIFF_KIND_HTML = 1,
  /**
   * xhr-html
   */
  CHARSNIFF_KIND_XHR_HTML = 2,
  /**
   * xml
   */
  CHARSNIFF_KIND_XML = 3,
  /**
   * css-from-document
   */
  CHARSNIFF_KIND_CSS_FROM_DOCUMENT = 4,
  /**
   * css-from-css
   */
  CHARSNIFF_KIND_CSS_FROM_CSS = 5,
  /**
   * css-from-link-header
   */
  CHARSNIFF_KIND_CSS_FROM_LINK_HEADER = 6,
  /**
   * text-document
   */
  CHARSNIFF_KIND_TEXT_DOCUMENT = 7,
  /**
   * xhr-text-xml
   */
  CHARSNIFF_KIND_XHR_TEXT_XML = 8,
  /**
   * xhr-text
   */
  CHARSNIFF_KIND_XHR_TEXT = 9,
  /**
   * fetch-text
   */
  CHARSNIFF_KIND_FETCH_TEXT = 10,
  /**
   * view-source
   */
  CHARSNIFF_KIND_VIEW_SOURCE = 11,
  /**
   * clipboard
   */
  CHARSNIFF_KIND_CLIPBOARD = 12,
  /**
   * classic-script
   */
  CHARSNIFF_KIND_CLASSIC_SCRIPT = 13,
  /**
   * module-script
   */
  CHARSNIFF_KIND_MODULE_SCRIPT = 14,
  /**
   * javascript-url
   */
  CHARSNIFF_KIND_JAVASCRIPT_URL = 15,
  /**
   * xhr-json
   */
  CHARSNIFF_KIND_XHR_JSON = 16,
  /**
   * fetch-json
   */
  CHARSNIFF_KIND_FETCH_JSON = 17,
  /**
   * web-app-manifest
   */
  CHARSNIFF_KIND_WEB_APP_MANIFEST = 18,
  /**
   * payment-method-manifest
   */
  CHARSNIFF_KIND_PAYMENT_METHOD_MANIFEST = 19,
  /**
   * push-message
   */
  CHARSNIFF_KIND_PUSH_MESSAGE = 20,
  /**
   * webdriver-json
   */
  CHARSNIFF_KIND_WEBDRIVER_JSON = 21,
  /**
   * source-map
   */
  CHARSNIFF_KIND_SOURCE_MAP = 22,
  /**
   * document-cookie
   */
  CHARSNIFF_KIND_DOCUMENT_COOKIE = 23,
  /**
   * challenge-realm
   */
  CHARSNIFF_KIND_CHALLENGE_REALM = 24,
  /**
   * content-disposition-filename
   */
  CHARSNIFF_KIND_CONTENT_DISPOSITION_FILENAME = 25,
  /**
   * websocket-close-reason
   */
  CHARSNIFF_KIND_WEBSOCKET_CLOSE_REASON = 26,
  /**
   * websocket-text
   */
  CHARSNIFF_KIND_WEBSOCKET_TEXT = 27,
  /**
   * event-stream
   */
  CHARSNIFF_KIND_EVENT_STREAM = 28,
  /**
   * host
   */
  CHARSNIFF_KIND_HOST = 29,
  /**
   * percent-decode
   */
  CHARSNIFF_KIND_PERCENT_DECODE = 30,
  /**
   * decode-uri
   */
  CHARSNIFF_KIND_DECODE_URI = 31,
  /**
   * decode-uri-component
   */
  CHARSNIFF_KIND_DECODE_URI_COMPONENT = 32,
  /**
   * fragment-target
   */
  CHARSNIFF_KIND_FRAGMENT_TARGET = 33,
  /**
   * file-url-path
   */
  CHARSNIFF_KIND_FILE_URL_PATH = 34,
  /**
   * form-urlencoded
   */
  CHARSNIFF_KIND_FORM_URLENCODED = 35,
  /**
   * media-fragment
   */
  CHARSNIFF_KIND_MEDIA_FRAGMENT = 36,
  /**
   * multipart-form-data
   */
  CHARSNIFF_KIND_MULTIPART_FORM_DATA = 37,
  /**
   * parse-manifest
   */
  CHARSNIFF_KIND_PARSE_MANIFEST = 38,
  /**
   * m3u8
   */
  CHARSNIFF_KIND_M3U8 = 39,
  /**
   * webvtt
   */
  CHARSNIFF_KIND_WEBVTT = 40,
  /**
   * x500-string
   */
  CHARSNIFF_KIND_X500_STRING = 41,
  /**
   * mime-type
   */
  CHARSNIFF_KIND_MIME_TYPE = 42,
  /**
   * url-parser
   */
  CHARSNIFF_KIND_URL_PARSER = 43,
  /**
   * data-url
   */
  CHARSNIFF_KIND_DATA_URL = 44,
  /**
   * refresh
   */
  CHARSNIFF_KIND_REFRESH = 45,
  /**
   * header-value
   */
  CHARSNIFF_KIND_HEADER_VALUE = 46,
  /**
   * atob
   */
  CHARSNIFF_KIND_ATOB = 47,
  /**
   * web-transport-env
   */
  CHARSNIFF_KIND_WEB_TRANSPORT_ENV = 48,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum charsniff_kind_id charsniff_kind_id;
#else
typedef uint8_t charsniff_kind_id;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What can decide, in the order of the pipeline.
 */
enum charsniff_source_id
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A byte order mark.
   */
  CHARSNIFF_SOURCE_BOM = 0,
  /**
   * The user's choice, XHR's override charset, or a change of the encoding.
   */
  CHARSNIFF_SOURCE_OVERRIDE = 1,
  /**
   * Content-Type's charset.
   */
  CHARSNIFF_SOURCE_TRANSPORT = 2,
  /**
   * An HTML `<meta>`.
   */
  CHARSNIFF_SOURCE_META = 3,
  /**
   * An XML declaration.
   */
  CHARSNIFF_SOURCE_XML_DECLARATION = 4,
  /**
   * CSS's `@charset`.
   */
  CHARSNIFF_SOURCE_AT_CHARSET = 5,
  /**
   * A comment in a source file.
   */
  CHARSNIFF_SOURCE_COMMENT = 6,
  /**
   * A `charset` on the reference.
   */
  CHARSNIFF_SOURCE_REFERENCE = 7,
  /**
   * The parent document.
   */
  CHARSNIFF_SOURCE_PARENT = 8,
  /**
   * The encoding that the resource had on an earlier visit.
   */
  CHARSNIFF_SOURCE_HISTORY = 9,
  /**
   * The importing style sheet.
   */
  CHARSNIFF_SOURCE_STYLE_SHEET = 10,
  /**
   * The referring document.
   */
  CHARSNIFF_SOURCE_DOCUMENT = 11,
  /**
   * The detector.
   */
  CHARSNIFF_SOURCE_DETECTOR = 12,
  /**
   * The user's locale.
   */
  CHARSNIFF_SOURCE_LOCALE = 13,
  /**
   * The context's default.
   */
  CHARSNIFF_SOURCE_DEFAULT = 14,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum charsniff_source_id charsniff_source_id;
#else
typedef uint8_t charsniff_source_id;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where the bytes are going, and what the caller knows about them besides headers.
 */
typedef struct charsniff_context charsniff_context;

/**
 * Decodes bytes that arrive in chunks.
 */
typedef struct charsniff_decoder charsniff_decoder;

/**
 * Guesses as `charsniff_detect` does, with what else is known: which encodings may be the answer, and hints.
 */
typedef struct charsniff_detector charsniff_detector;

/**
 * Encodes text that arrives in chunks.
 */
typedef struct charsniff_encoder charsniff_encoder;

/**
 * A verdict, and what every stage found.
 */
typedef struct charsniff_explanation charsniff_explanation;

/**
 * Finds the `<meta>` declarations that an HTML parser would act on, anywhere in a page.
 */
typedef struct charsniff_meta_scanner charsniff_meta_scanner;

/**
 * The repairs of a text, in the order of the bytes.
 */
typedef struct charsniff_repairs charsniff_repairs;

/**
 * A resource that arrives in chunks. Bytes are held until the verdict is known, then decoded as they arrive.
 */
typedef struct charsniff_stream charsniff_stream;

/**
 * Text or bytes that the caller owns, to be freed with `charsniff_string_free`.
 */
typedef struct {
  /**
   * `length` bytes, followed by a NUL; never NULL once a function has filled it. The bytes may contain NUL too.
   */
  char *data;
  /**
   * How many bytes.
   */
  size_t length;
} charsniff_string;

/**
 * An encoding: one of `charsniff_encoding_id`, or `CHARSNIFF_NO_ENCODING`.
 */
typedef uint8_t charsniff_encoding;

/**
 * The result of a call of a decoder or an encoder.
 */
typedef struct {
  /**
   * Why the call returned.
   */
  charsniff_result result;
  /**
   * How much of the input was read: bytes, or UTF-16 code units.
   */
  size_t read;
  /**
   * How much was written: bytes, or UTF-16 code units. The rest of the buffer is unspecified.
   */
  size_t written;
  /**
   * Whether anything was replaced: malformed sequences by U+FFFD, characters that the encoding lacks by references.
   */
  bool had_errors;
  /**
   * For `CHARSNIFF_MALFORMED`: the length of the sequence in bytes. It may have begun in an earlier call.
   */
  uint8_t malformed_length;
  /**
   * For `CHARSNIFF_MALFORMED`: how many bytes after the sequence were read.
   */
  uint8_t malformed_after;
  /**
   * For `CHARSNIFF_UNMAPPABLE`: the character.
   */
  uint32_t unmappable;
} charsniff_progress;

/**
 * A row of the table of contexts: one of `charsniff_kind_id`, or `CHARSNIFF_NO_KIND`.
 */
typedef uint8_t charsniff_kind;

/**
 * A header field. Both strings are NUL-terminated. A field with a NULL string is ignored.
 */
typedef struct {
  /**
   * Its name, in any case.
   */
  const char *name;
  /**
   * Its value.
   */
  const char *value;
} charsniff_header;

/**
 * An encoding and how likely it is.
 */
typedef struct {
  /**
   * The encoding.
   */
  charsniff_encoding encoding;
  /**
   * How likely it is that this encoding gives the right text, from 0 to 1.
   */
  float probability;
} charsniff_candidate;

/**
 * The answer of `charsniff_detect`.
 */
typedef struct {
  /**
   * The most likely encoding; `CHARSNIFF_NO_ENCODING` if the bytes are binary data.
   */
  charsniff_encoding encoding;
  /**
   * How likely it is that this encoding gives the right text, from 0 to 1.
   */
  float probability;
  /**
   * How many of `runners_up` are set.
   */
  size_t runner_up_count;
  /**
   * The next most likely encodings, the likeliest first.
   */
  charsniff_candidate runners_up[CHARSNIFF_MOST_RUNNERS_UP];
} charsniff_guess;

/**
 * What decided: one of `charsniff_source_id`.
 */
typedef uint8_t charsniff_source;

/**
 * A `<meta>` that names an encoding. Positions are bytes from the start of the page.
 */
typedef struct {
  /**
   * The encoding that the label names.
   */
  charsniff_encoding encoding;
  /**
   * Whether only tags that belong in a head came before it.
   */
  bool in_head;
  /**
   * Where the tag starts.
   */
  size_t tag_start;
  /**
   * Where the tag ends, after its `>`.
   */
  size_t tag_end;
  /**
   * Where the label starts.
   */
  size_t label_start;
  /**
   * Where the label ends.
   */
  size_t label_end;
} charsniff_meta_declaration;

/**
 * A declaration that was passed over, since the bytes show another encoding.
 */
typedef struct {
  /**
   * What declared it.
   */
  charsniff_source source;
  /**
   * The encoding that it names.
   */
  charsniff_encoding encoding;
  /**
   * How many bytes `label` has; 0 for a byte order mark and for an encoding that the caller gave.
   */
  uint8_t label_length;
  /**
   * The label, without the white space around it, not followed by a NUL.
   */
  uint8_t label[CHARSNIFF_MOST_LABEL];
} charsniff_refuted;

/**
 * The verdict on a resource's encoding.
 */
typedef struct {
  /**
   * The encoding to decode with; `CHARSNIFF_NO_ENCODING` if the context was NULL, or charsniff has a bug.
   */
  charsniff_encoding encoding;
  /**
   * What decided.
   */
  charsniff_source source;
  /**
   * Whether a declaration later in the resource cannot change it.
   */
  bool is_certain;
  /**
   * Whether each byte is the code point of the same value, as in header values; `encoding` is then windows-1252.
   */
  bool is_isomorphic;
  /**
   * The length in bytes of the byte order mark at the start that is not part of the text: 0, 2, 3 or 4.
   */
  size_t bom_length;
  /**
   * How many of `refuted` are set; 0 outside the crawler's reading.
   */
  uint8_t refuted_count;
  /**
   * The declarations that the bytes refute, in the pipeline's order.
   */
  charsniff_refuted refuted[CHARSNIFF_MOST_REFUTED];
  /**
   * Whether the bytes are UTF-32, which a crawler reads; `encoding` is then UTF-16 in the same byte order.
   */
  bool is_utf32;
} charsniff_sniffed;

/**
 * The text of a resource.
 */
typedef struct {
  /**
   * The text as UTF-8, to be freed with `charsniff_string_free`; its data is NULL if there is an error.
   */
  charsniff_string text;
  /**
   * The verdict that it was decoded by.
   */
  charsniff_sniffed sniffed;
  /**
   * How many malformed sequences were replaced by U+FFFD.
   */
  size_t errors;
  /**
   * Of `charsniff_try_decode`, in contexts in which malformed sequences are errors: the position of the first one, in bytes.
   */
  size_t error_offset;
  /**
   * Its length, in bytes.
   */
  size_t error_length;
} charsniff_decoded;

/**
 * Text that belongs to an object.
 */
typedef struct {
  /**
   * `length` bytes, not followed by a NUL; NULL if there are none.
   */
  const char *data;
  /**
   * How many bytes.
   */
  size_t length;
} charsniff_view;

/**
 * Bytes whose text was repaired. What it points at belongs to the list.
 */
typedef struct {
  /**
   * Where the bytes start in the resource.
   */
  size_t start;
  /**
   * Where they end.
   */
  size_t end;
  /**
   * What was wrong with them.
   */
  charsniff_damage damage;
  /**
   * The encoding that malformed bytes are in; the encodings that doubly encoded text was wrongly decoded from, the last one
   * first; windows-1252 for a C1 control; for misread text the encodings that it was decoded as, the last one first,
   * and then the one that it is in.
   */
  const charsniff_encoding *encodings;
  /**
   * How many encodings there are: at least 1.
   */
  size_t encoding_count;
  /**
   * The text of the bytes without repair, in UTF-8.
   */
  charsniff_view was;
  /**
   * The text after repair, in UTF-8.
   */
  charsniff_view became;
} charsniff_repair;

/**
 * How likely a verdict is.
 */
typedef struct {
  /**
   * How likely it is that the verdict's encoding gives the right text, from 0 to 1, whichever stage decided.
   */
  float probability;
  /**
   * How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it.
   */
  float margin;
  /**
   * The likeliest encoding that gives another text; `CHARSNIFF_NO_ENCODING` if none is known.
   */
  charsniff_candidate runner_up;
  /**
   * The language that the text is most likely in, a BCP 47 tag; empty if it is not known. It belongs to the
   * explanation.
   */
  charsniff_view language;
  /**
   * The script of the language, or of the text, as an ISO 15924 code ("Cyrl"); empty if it is not known. It belongs
   * to the explanation.
   */
  charsniff_view script;
} charsniff_likelihood;

/**
 * What one stage found. Its strings belong to the explanation.
 */
typedef struct {
  /**
   * The stage's name, such as "prescan", which stays valid.
   */
  const char *stage;
  /**
   * What became of the finding: "decided", "too-late", "refuted", "ignored" or "nothing"; stays valid.
   */
  const char *outcome;
  /**
   * Whether the context consults the stage.
   */
  bool consulted;
  /**
   * The encoding that the stage would choose, or `CHARSNIFF_NO_ENCODING`.
   */
  charsniff_encoding encoding;
  /**
   * Whether `label` is set.
   */
  bool has_label;
  /**
   * Whether `offset` is set.
   */
  bool has_offset;
  /**
   * The label, even if it names no encoding.
   */
  charsniff_view label;
  /**
   * Where the label is, in bytes from the start of the resource.
   */
  size_t offset;
} charsniff_stage_report;

/**
 * Not an encoding.
 */
#define CHARSNIFF_NO_ENCODING 255

/**
 * Code page 437, which is not an encoding of the standard: only in the list of repairs.
 */
#define CHARSNIFF_IBM437 253

/**
 * Code page 850, which is not an encoding of the standard: only in the list of repairs.
 */
#define CHARSNIFF_IBM850 254

/**
 * No row.
 */
#define CHARSNIFF_NO_KIND 255

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Frees a string and sets it to NULL. Does nothing for NULL and for a string whose data is NULL.
 *
 * # Safety
 *
 * `string` is NULL or points at a string that a function has filled or that is all zeroes.
 */
void charsniff_string_free(charsniff_string *string);

/**
 * The version of the library, such as "0.1.0".
 */
const char *charsniff_version(void);

/**
 * A decoder that changes to the encoding of a byte order mark, if the bytes start with one. NULL if `encoding` is not
 * an encoding. Free it with `charsniff_decoder_free`.
 */
charsniff_decoder *charsniff_decoder_new(charsniff_encoding encoding);

/**
 * A decoder that removes the byte order mark of its own encoding. Otherwise like `charsniff_decoder_new`.
 */
charsniff_decoder *charsniff_decoder_new_with_bom_removal(charsniff_encoding encoding);

/**
 * A decoder that treats a byte order mark as text. Otherwise like `charsniff_decoder_new`.
 */
charsniff_decoder *charsniff_decoder_new_without_bom_handling(charsniff_encoding encoding);

/**
 * The encoding that a decoder decodes from. A byte order mark may have changed it.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed.
 */
charsniff_encoding charsniff_decoder_encoding(const charsniff_decoder *decoder);

/**
 * The maximum number of bytes of UTF-8 that `length` more bytes decode to, with errors replaced; `SIZE_MAX` if that
 * is more than a `size_t` holds, and for NULL.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed.
 */
size_t charsniff_decoder_max_utf8_length(const charsniff_decoder *decoder, size_t length);

/**
 * The same in UTF-16 code units.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed.
 */
size_t charsniff_decoder_max_utf16_length(const charsniff_decoder *decoder, size_t length);

/**
 * Decodes to UTF-8, with malformed sequences replaced by U+FFFD. `last` says whether the stream ends with `src`. Only
 * whole characters are written.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf8(charsniff_decoder *decoder,
                                             const uint8_t *src,
                                             size_t src_length,
                                             uint8_t *dst,
                                             size_t dst_length,
                                             bool last);

/**
 * Decodes to UTF-8 up to the first malformed sequence. The next call continues after it. `last` says whether the
 * stream ends with `src`. Only whole characters are written.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf8_without_replacement(charsniff_decoder *decoder,
                                                                 const uint8_t *src,
                                                                 size_t src_length,
                                                                 uint8_t *dst,
                                                                 size_t dst_length,
                                                                 bool last);

/**
 * Decodes to UTF-16, with malformed sequences replaced by U+FFFD. `last` says whether the stream ends with `src`.
 * Only whole characters are written.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf16(charsniff_decoder *decoder,
                                              const uint8_t *src,
                                              size_t src_length,
                                              uint16_t *dst,
                                              size_t dst_length,
                                              bool last);

/**
 * Decodes to UTF-16 up to the first malformed sequence. The next call continues after it. `last` says whether the
 * stream ends with `src`. Only whole characters are written.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which are initialized, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf16_without_replacement(charsniff_decoder *decoder,
                                                                  const uint8_t *src,
                                                                  size_t src_length,
                                                                  uint16_t *dst,
                                                                  size_t dst_length,
                                                                  bool last);

/**
 * Frees a decoder. Does nothing for NULL.
 *
 * # Safety
 *
 * `decoder` is NULL or came from a function that makes one, and was not freed.
 */
void charsniff_decoder_free(charsniff_decoder *decoder);

/**
 * An encoder for the output encoding of `encoding` (`charsniff_encoding_output`). NULL if `encoding` is not an
 * encoding. Free it with `charsniff_encoder_free`.
 */
charsniff_encoder *charsniff_encoder_new(charsniff_encoding encoding);

/**
 * The encoding that an encoder encodes to.
 *
 * # Safety
 *
 * `encoder` is NULL or an encoder that was not freed.
 */
charsniff_encoding charsniff_encoder_encoding(const charsniff_encoder *encoder);

/**
 * Encodes UTF-8. Characters that the encoding lacks become decimal references (`&#233;`). `last` says whether the
 * text ends with `src`. If `src` is not UTF-8, or ends within a character, everything before that is encoded and the
 * result is `CHARSNIFF_NOT_UTF_8`.
 *
 * # Safety
 *
 * `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` bytes, which are initialized, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_encoder_from_utf8(charsniff_encoder *encoder,
                                               const char *src,
                                               size_t src_length,
                                               uint8_t *dst,
                                               size_t dst_length,
                                               bool last);

/**
 * Encodes UTF-8 up to a character that the encoding lacks. The next call continues after it. Otherwise like
 * `charsniff_encoder_from_utf8`.
 *
 * # Safety
 *
 * As for `charsniff_encoder_from_utf8`.
 */
charsniff_progress charsniff_encoder_from_utf8_without_replacement(charsniff_encoder *encoder,
                                                                   const char *src,
                                                                   size_t src_length,
                                                                   uint8_t *dst,
                                                                   size_t dst_length,
                                                                   bool last);

/**
 * Encodes UTF-16. Characters that the encoding lacks become decimal references, and surrogates whose other half is
 * not in the same `src` become U+FFFD. `last` says whether the text ends with `src`.
 *
 * # Safety
 *
 * `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` code units or is NULL; `dst`
 * points at room for `dst_length` bytes, which are initialized, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_encoder_from_utf16(charsniff_encoder *encoder,
                                                const uint16_t *src,
                                                size_t src_length,
                                                uint8_t *dst,
                                                size_t dst_length,
                                                bool last);

/**
 * Frees an encoder. Does nothing for NULL.
 *
 * # Safety
 *
 * `encoder` is NULL or came from `charsniff_encoder_new`, and was not freed.
 */
void charsniff_encoder_free(charsniff_encoder *encoder);

/**
 * Encodes a whole text of UTF-8 in the output encoding of `encoding`. Characters that it lacks become decimal
 * references. Fills `*bytes`; its data is NULL if the result is `CHARSNIFF_NOT_UTF_8` (the text is not UTF-8) or
 * `CHARSNIFF_FAILED` (`encoding` is not an encoding). Free it with `charsniff_string_free`.
 *
 * # Safety
 *
 * `text` points at `length` bytes or is NULL; `bytes` is NULL or points at a string, which need not be initialized.
 */
charsniff_result charsniff_encode(charsniff_encoding encoding,
                                  const char *text,
                                  size_t length,
                                  charsniff_string *bytes);

/**
 * The context of a row, such as `CHARSNIFF_KIND_HTML` for a page. NULL if there is no row of this number. Free it with
 * `charsniff_context_free`.
 */
charsniff_context *charsniff_context_of(charsniff_kind kind);

/**
 * The context of a row by its name: "html", "xml", "css-from-document", "classic-script", "text-document", "fetch-json", …; all
 * names are in docs/contexts.md of charsniff. NULL if there is no such context. Free it with
 * `charsniff_context_free`.
 *
 * # Safety
 *
 * `name` is NULL or a NUL-terminated string.
 */
charsniff_context *charsniff_context_new(const char *name);

/**
 * The context in which a browser reads a resource of this MIME type. NULL for NULL. Free it with
 * `charsniff_context_free`.
 *
 * # Safety
 *
 * `mime_type` is NULL or a NUL-terminated string.
 */
charsniff_context *charsniff_context_for_mime_type(const char *mime_type);

/**
 * The context in which a browser reads a resource that came with these headers. NULL if they do not tell the kind of
 * resource: without a MIME type, and with one such as application/octet-stream, which servers send for files whose type
 * they do not know. Of several Content-Types the one counts that Fetch extracts. Free it with `charsniff_context_free`.
 *
 * # Safety
 *
 * `headers` points at `header_count` headers or is NULL.
 */
charsniff_context *charsniff_context_for_headers(const charsniff_header *headers, size_t header_count);

/**
 * The row of `charsniff_context_for_headers`; `CHARSNIFF_NO_KIND` where that is NULL.
 *
 * # Safety
 *
 * `headers` points at `header_count` headers or is NULL.
 */
charsniff_kind charsniff_kind_for_headers(const charsniff_header *headers, size_t header_count);

/**
 * The MIME type that Fetch extracts from the headers, without parameters and in lower case, such as "text/html". Fills
 * `*mime_type`, to be freed with `charsniff_string_free`. Returns false, and sets its data to NULL, if there is none.
 *
 * # Safety
 *
 * `headers` points at `header_count` headers or is NULL; `mime_type` is NULL or points at a string, which need not be
 * initialized.
 */
bool charsniff_extract_mime_type(const charsniff_header *headers, size_t header_count, charsniff_string *mime_type);

/**
 * The context in which a browser reads a file of this name, or a resource at this URL path, judged by its extension.
 * NULL if that is unknown, and for NULL. Free it with `charsniff_context_free`.
 *
 * # Safety
 *
 * `name` is NULL or a NUL-terminated string.
 */
charsniff_context *charsniff_context_for_file_name(const char *name);

/**
 * The context of the Web's `TextDecoder` for an encoding, with the options `charsniff_context_fatal` and
 * `charsniff_context_ignore_bom`: no other encoding is chosen, whatever the bytes or the headers say. A stream with
 * this context is a `TextDecoder` for chunks. NULL if `encoding` is not an encoding. Free it with
 * `charsniff_context_free`.
 */
charsniff_context *charsniff_context_for_text_decoder(charsniff_encoding encoding);

/**
 * Frees a context. Does nothing for NULL.
 *
 * # Safety
 *
 * `context` is NULL or came from a function that makes one, and was not freed.
 */
void charsniff_context_free(charsniff_context *context);

/**
 * The encoding that the user chose, or XHR's override charset, as a label.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_override_encoding(charsniff_context *context, const char *text);

/**
 * The MIME type that the caller says the resource has, as XHR's `overrideMimeType()` does: its charset comes before the
 * header's.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_override_mime_type(charsniff_context *context, const char *text);

/**
 * The label on the reference to the resource: `<script charset>`, `<link charset>`.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_reference_charset(charsniff_context *context, const char *text);

/**
 * The user's locale, a BCP 47 tag such as "ja" or "pt-BR".
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_locale(charsniff_context *context, const char *text);

/**
 * The top-level domain of the host, such as "jp". Of a longer domain, such as "co.jp", only the last label is used.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_tld(charsniff_context *context, const char *text);

/**
 * The URL of the resource, of which only the top-level domain is used.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_url(charsniff_context *context, const char *text);

/**
 * The encoding that the resource had on an earlier visit.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_history(charsniff_context *context, charsniff_encoding encoding);

/**
 * The encoding of the importing style sheet.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_style_sheet(charsniff_context *context, charsniff_encoding encoding);

/**
 * The encoding of the referring document.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_document(charsniff_context *context, charsniff_encoding encoding);

/**
 * The encoding to use where nothing else decides: HTML's "user-specified default encoding", which comes before that of the
 * locale.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_default_encoding(charsniff_context *context,
                                        charsniff_encoding encoding);

/**
 * The encoding of the parent document, and whether that has the same origin.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_parent(charsniff_context *context, charsniff_encoding encoding, bool same_origin);

/**
 * The MIME type, used where no Content-Type header comes with the resource and the context reads the bytes by their MIME
 * type, as "text-document" does.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_mime_type(charsniff_context *context,
                                 const char *text);

/**
 * For the context "x500-string": the type of the string, which names the encoding of its bytes ("utf8", "bmp", "teletex",
 * "ascii"). Returns false, and changes nothing, for anything else.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `string_type` is NULL or a NUL-terminated string.
 */
bool charsniff_context_string_type(charsniff_context *context,
                                   const char *string_type);

/**
 * For the context "module-script": the script is a worker's, or is imported by one. This matters only in the reading of
 * Chromium, which reads such scripts by the charset of the header.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_in_worker(charsniff_context *context);

/**
 * How many bytes from the start the prescan may read; 1,024 by default.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_prescan_limit(charsniff_context *context, size_t bytes);

/**
 * Whether the bytes end before the resource does.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_truncated(charsniff_context *context, bool truncated);

/**
 * Whether malformed sequences in UTF-8 that are legacy text, and UTF-8 that was encoded twice, are decoded as what they
 * were meant to be. Off by default. `charsniff_decode` and `charsniff_try_decode` repair, streams do not.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_repair(charsniff_context *context, bool repair);

/**
 * How far the detector may go: "off", "legacy" (never UTF-8) or "full". Returns false, and changes nothing, for
 * anything else.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `detection` is NULL or a NUL-terminated string.
 */
bool charsniff_context_detection(charsniff_context *context, const char *detection);

/**
 * Only these encodings may be the detector's answer, and those of other calls of this function. Declarations count all
 * the same.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `encodings` points at `count` encodings or is NULL.
 */
void charsniff_context_only(charsniff_context *context, const charsniff_encoding *encodings, size_t count);

/**
 * These encodings may not be the detector's answer.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `encodings` points at `count` encodings or is NULL.
 */
void charsniff_context_except(charsniff_context *context, const charsniff_encoding *encodings, size_t count);

/**
 * One of these encodings is the detector's answer where the bytes leave the question open.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `encodings` points at `count` encodings or is NULL.
 */
void charsniff_context_prefer(charsniff_context *context, const charsniff_encoding *encodings, size_t count);

/**
 * Whether the detector may answer ISO-2022-JP in HTML too; off by default, since whoever can put escape sequences into a
 * page could change how the rest of it is read.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_detect_iso_2022_jp(charsniff_context *context,
                                          bool allowed);

/**
 * How many bytes from the start the detector may look at; no limit by default.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_detection_ceiling(charsniff_context *context, size_t bytes);

/**
 * Replaces malformed sequences by U+FFFD in every context, also where they would be an error, as in XML.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_lossy(charsniff_context *context);

/**
 * For a `TextDecoder`: whether malformed input is an error. Other contexts have an error mode of their own.
 * `charsniff_context_lossy` takes precedence.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_fatal(charsniff_context *context, bool fatal);

/**
 * For a `TextDecoder`: whether a byte order mark is kept as U+FEFF.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_ignore_bom(charsniff_context *context, bool ignore_bom);

/**
 * By whose rules the resource is read: "standard" (the default), "chromium", "firefox" or "crawler". Returns false, and
 * changes nothing, for anything else.
 *
 * A browser's reading finds late declarations and none in comments and scripts. A crawler's reading does so too, accepts
 * misspelled labels and headers, and replaces malformed sequences everywhere.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `reading` is NULL or a NUL-terminated string.
 */
bool charsniff_context_reading(charsniff_context *context,
                               const char *reading);

/**
 * Whether bytes are text, ASCII text or binary data. The first 1,445 bytes decide whether they are binary.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL.
 */
charsniff_content charsniff_content_of(const uint8_t *bytes, size_t length);

/**
 * Guesses the encoding of bytes from the bytes alone, without headers, declarations or hints. For a page, whose
 * encoding may be declared, use `charsniff_sniff`; for hints, a `charsniff_detector`.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL.
 */
charsniff_guess charsniff_detect(const uint8_t *bytes, size_t length);

/**
 * A detector for all encodings, without hints. Free it with `charsniff_detector_free`.
 */
charsniff_detector *charsniff_detector_new(void);

/**
 * Frees a detector. Does nothing for NULL.
 *
 * # Safety
 *
 * `detector` is NULL or came from `charsniff_detector_new`, and was not freed.
 */
void charsniff_detector_free(charsniff_detector *detector);

/**
 * Only these encodings may be the answer, and those of other calls of this function.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
 */
void charsniff_detector_only(charsniff_detector *detector, const charsniff_encoding *encodings, size_t count);

/**
 * These encodings may not be the answer.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
 */
void charsniff_detector_except(charsniff_detector *detector, const charsniff_encoding *encodings, size_t count);

/**
 * One of these encodings is the answer where the bytes leave the question open.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `encodings` points at `count` encodings or is NULL.
 */
void charsniff_detector_prefer(charsniff_detector *detector, const charsniff_encoding *encodings, size_t count);

/**
 * The language that the text says it is in, a BCP 47 tag: a hint.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `tag` is NULL or a NUL-terminated string.
 */
void charsniff_detector_language(charsniff_detector *detector, const char *tag);

/**
 * The top-level domain of the text's host, such as "jp": a hint. Of a longer domain, such as "co.jp", only the last
 * label is used.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `tld` is NULL or a NUL-terminated string.
 */
void charsniff_detector_tld(charsniff_detector *detector, const char *tld);

/**
 * The user's locale, a BCP 47 tag: a hint.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `tag` is NULL or a NUL-terminated string.
 */
void charsniff_detector_locale(charsniff_detector *detector, const char *tag);

/**
 * Whether the answer may be ISO-2022-JP; it may not by default.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed.
 */
void charsniff_detector_iso_2022_jp(charsniff_detector *detector, bool allowed);

/**
 * Guesses the encoding of bytes. The encoding is `CHARSNIFF_NO_ENCODING` if they are binary data, if no encoding may be
 * the answer, and if the detector is NULL.
 *
 * For many short strings in one encoding, such as the names in an archive, join them with newlines: each by itself says
 * too little.
 *
 * # Safety
 *
 * `detector` is NULL or a detector that was not freed; `bytes` points at `length` bytes or is NULL.
 */
charsniff_guess charsniff_detector_detect(const charsniff_detector *detector, const uint8_t *bytes, size_t length);

/**
 * The encoding of a label ("latin1", "utf-8", …), as the Encoding Standard's *get an encoding* says;
 * `CHARSNIFF_NO_ENCODING` if it names no encoding or is NULL.
 *
 * # Safety
 *
 * `label` is NULL or a NUL-terminated string.
 */
charsniff_encoding charsniff_encoding_for_label(const char *label);

/**
 * The encoding of the byte order mark at the start of the bytes. `*bom_length` (which may be NULL) is set to its
 * length. Without a mark, `CHARSNIFF_NO_ENCODING` and 0.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL; `bom_length` is NULL or points at a `size_t`.
 */
charsniff_encoding charsniff_encoding_for_bom(const uint8_t *bytes, size_t length, size_t *bom_length);

/**
 * The standard's name of an encoding, or "IBM437" or "IBM850". It stays valid; NULL if the number is that of neither.
 */
const char *charsniff_encoding_name(charsniff_encoding encoding);

/**
 * The encoding that forms and URLs of a page in this encoding use: UTF-8 for UTF-16BE, UTF-16LE and
 * replacement, else the same.
 */
charsniff_encoding charsniff_encoding_output(charsniff_encoding encoding);

/**
 * The name of a source in kebab-case ("xml-declaration"), which stays valid; NULL if the number is not that of a
 * source.
 */
const char *charsniff_source_name(charsniff_source source);

/**
 * The length in bytes of the start that is valid UTF-8.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL.
 */
size_t charsniff_utf8_valid_up_to(const uint8_t *bytes, size_t length);

/**
 * A scanner at the start of a page. `scripting` says whether the contents of `noscript` are text, as in browsers.
 * Free it with `charsniff_meta_scanner_free`.
 */
charsniff_meta_scanner *charsniff_meta_scanner_new(bool scripting);

/**
 * A scanner for the declarations that count in a reading. A browser's ("chromium", "firefox") and a crawler's
 * ("crawler") are those that begin in the first `limit` bytes (1,024 in both browsers), and later ones in the head; by
 * the standard ("standard") all count. NULL if there is no such reading. Free it with `charsniff_meta_scanner_free`.
 *
 * # Safety
 *
 * `reading` is NULL or a NUL-terminated string.
 */
charsniff_meta_scanner *charsniff_meta_scanner_for_reading(const char *reading, size_t limit);

/**
 * The next declaration in `bytes`, which are the bytes of the page from `charsniff_meta_scanner_position` on. `last`
 * says whether the page ends with them. Returns whether there is one, and fills `*declaration` with it. Pass the
 * bytes after the new position again.
 *
 * # Safety
 *
 * `scanner` is NULL or a scanner that was not freed; `bytes` points at `length` bytes or is NULL; `declaration` is
 * NULL or points at a declaration, which need not be initialized.
 */
bool charsniff_meta_scanner_scan(charsniff_meta_scanner *scanner,
                                 const uint8_t *bytes,
                                 size_t length,
                                 bool last,
                                 charsniff_meta_declaration *declaration);

/**
 * How many bytes of the page were scanned.
 *
 * # Safety
 *
 * `scanner` is NULL or a scanner that was not freed.
 */
size_t charsniff_meta_scanner_position(const charsniff_meta_scanner *scanner);

/**
 * Whether no declaration after the position can count.
 *
 * # Safety
 *
 * `scanner` is NULL or a scanner that was not freed.
 */
bool charsniff_meta_scanner_is_over(const charsniff_meta_scanner *scanner);

/**
 * Frees a scanner. Does nothing for NULL.
 *
 * # Safety
 *
 * `scanner` is NULL or came from a function that makes one, and was not freed.
 */
void charsniff_meta_scanner_free(charsniff_meta_scanner *scanner);

/**
 * `charsniff_decode`, and sets `*repairs` to what was repaired; to NULL if nothing was, as in every context without
 * `charsniff_context_repair`. Free the list with `charsniff_repairs_free`.
 *
 * # Safety
 *
 * As for `charsniff_decode`; `repairs` is NULL or points at a pointer, which need not be initialized.
 */
charsniff_result charsniff_decode_with_repairs(const uint8_t *bytes,
                                               size_t length,
                                               const charsniff_header *headers,
                                               size_t header_count,
                                               const charsniff_context *context,
                                               charsniff_decoded *decoded,
                                               charsniff_repairs **repairs);

/**
 * How many repairs a list has; 0 for NULL.
 *
 * # Safety
 *
 * `repairs` is NULL or a list that was not freed.
 */
size_t charsniff_repairs_count(const charsniff_repairs *repairs);

/**
 * Fills `*repair` with the repair at a place in the list, from 0 on. Returns false, and fills nothing, if there is none.
 *
 * # Safety
 *
 * `repairs` is NULL or a list that was not freed; `repair` is NULL or points at a repair, which need not be initialized.
 */
bool charsniff_repairs_get(const charsniff_repairs *repairs,
                           size_t index,
                           charsniff_repair *repair);

/**
 * Frees a list of repairs. Does nothing for NULL.
 *
 * # Safety
 *
 * `repairs` is NULL or came from `charsniff_decode_with_repairs`, and was not freed.
 */
void charsniff_repairs_free(charsniff_repairs *repairs);

/**
 * The encoding of a resource, how sure that is, and what decided. Fails only for a NULL context, for which the encoding is
 * `CHARSNIFF_NO_ENCODING`: if a context could not be made, no other one is used silently.
 *
 * `bytes` is the resource or its start; `headers` may be NULL if there are none. Of the headers, Content-Type and
 * Content-Language are used.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL, `headers` at `header_count` headers or is NULL; `context` is NULL or a
 * context that was not freed.
 */
charsniff_sniffed charsniff_sniff(const uint8_t *bytes,
                                  size_t length,
                                  const charsniff_header *headers,
                                  size_t header_count,
                                  const charsniff_context *context);

/**
 * The verdict of `charsniff_sniff` by the start of a resource, where something declares the encoding and no further byte
 * can change that. Sets `*sniffed` to it and returns true; otherwise returns false, and more of the resource is needed.
 * In a crawler's reading more may always be needed.
 *
 * # Safety
 *
 * As for `charsniff_sniff`; `sniffed` is NULL or points at a verdict, which need not be initialized.
 */
bool charsniff_sniff_start(const uint8_t *bytes,
                           size_t length,
                           const charsniff_header *headers,
                           size_t header_count,
                           const charsniff_context *context,
                           charsniff_sniffed *sniffed);

/**
 * The text of a resource, as the context prescribes: the byte order mark removed, malformed sequences replaced by
 * U+FFFD. Returns `CHARSNIFF_INPUT_EMPTY`; `CHARSNIFF_FAILED` if the context is NULL, or charsniff has a bug. Fills `*decoded`; free its
 * text with `charsniff_string_free`.
 *
 * # Safety
 *
 * As for `charsniff_sniff`; `decoded` points at a `charsniff_decoded`, which need not be initialized.
 */
charsniff_result charsniff_decode(const uint8_t *bytes,
                                  size_t length,
                                  const charsniff_header *headers,
                                  size_t header_count,
                                  const charsniff_context *context,
                                  charsniff_decoded *decoded);

/**
 * `charsniff_decode`, in the error mode of the context: in contexts in which malformed sequences are errors, such as
 * "xml" in the standard's reading, the first one gives `CHARSNIFF_MALFORMED`. Fills `*decoded` in either case; free its
 * text with `charsniff_string_free`.
 *
 * # Safety
 *
 * As for `charsniff_decode`.
 */
charsniff_result charsniff_try_decode(const uint8_t *bytes,
                                      size_t length,
                                      const charsniff_header *headers,
                                      size_t header_count,
                                      const charsniff_context *context,
                                      charsniff_decoded *decoded);

/**
 * The verdict of `charsniff_sniff`, and what every stage found. NULL if the context is, or charsniff has a bug. Free
 * it with `charsniff_explanation_free`.
 *
 * # Safety
 *
 * As for `charsniff_sniff`.
 */
charsniff_explanation *charsniff_explain(const uint8_t *bytes,
                                         size_t length,
                                         const charsniff_header *headers,
                                         size_t header_count,
                                         const charsniff_context *context);

/**
 * The verdict.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed.
 */
charsniff_sniffed charsniff_explanation_sniffed(const charsniff_explanation *explanation);

/**
 * The explanation as a table for people, one row per stage. It belongs to the explanation.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed.
 */
charsniff_view charsniff_explanation_text(const charsniff_explanation *explanation);

/**
 * The explanation as JSON: the fields of docs/json.md, without those of the command's inputs. Fills `*json`, to be freed
 * with `charsniff_string_free`; its data is NULL if the explanation is.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed; `json` is NULL or points at a string, which need not be
 * initialized.
 */
void charsniff_explanation_json(const charsniff_explanation *explanation,
                                charsniff_string *json);

/**
 * Fills `*likelihood` with how likely the verdict is. Returns false, and fills nothing, if that is not known: for binary
 * data.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed; `likelihood` is NULL or points at one, which need not be
 * initialized.
 */
bool charsniff_explanation_likelihood(const charsniff_explanation *explanation,
                                      charsniff_likelihood *likelihood);

/**
 * Fills `*report` with what a stage found. `stage` counts from 0, in the order of the pipeline. Returns false, and
 * fills nothing, if there is no such stage.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed; `report` is NULL or points at a report, which need not
 * be initialized.
 */
bool charsniff_explanation_stage(const charsniff_explanation *explanation,
                                 size_t stage,
                                 charsniff_stage_report *report);

/**
 * Frees an explanation. Does nothing for NULL.
 *
 * # Safety
 *
 * `explanation` is NULL or came from `charsniff_explain`, and was not freed.
 */
void charsniff_explanation_free(charsniff_explanation *explanation);

/**
 * A stream for one resource. NULL if the context is. Free it with `charsniff_stream_free`.
 *
 * # Safety
 *
 * `headers` points at `header_count` headers or is NULL; `context` is NULL or a context that was not freed.
 */
charsniff_stream *charsniff_stream_new(const charsniff_header *headers,
                                       size_t header_count,
                                       const charsniff_context *context);

/**
 * Takes the next bytes, and sets `*text` to the text that is known by now, in UTF-8. It belongs to the stream and is
 * valid until the next call with it. Returns `CHARSNIFF_INPUT_EMPTY`; in contexts in which malformed sequences are
 * errors, `CHARSNIFF_MALFORMED` from the first one on; `CHARSNIFF_FAILED` after `charsniff_stream_finish`, since a stream
 * is for one resource.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed; `bytes` points at `length` bytes or is NULL; `text` is NULL or
 * points at a view, which need not be initialized.
 */
charsniff_result charsniff_stream_push(charsniff_stream *stream,
                                       const uint8_t *bytes,
                                       size_t length,
                                       charsniff_view *text);

/**
 * Decides by the bytes so far, for a caller who cannot wait any longer. More bytes may follow. Otherwise like
 * `charsniff_stream_push`.
 *
 * # Safety
 *
 * As for `charsniff_stream_push`.
 */
charsniff_result charsniff_stream_decide(charsniff_stream *stream, charsniff_view *text);

/**
 * Ends the resource, and sets `*text` to the rest of its text, which is empty when it is called again. Otherwise like
 * `charsniff_stream_push`.
 *
 * # Safety
 *
 * As for `charsniff_stream_push`.
 */
charsniff_result charsniff_stream_finish(charsniff_stream *stream, charsniff_view *text);

/**
 * Changes the encoding, as the HTML standard says, when the parser that reads the text has met a `<meta>` with this
 * label. `*text` is set as `charsniff_stream_push` does, to text that was held back.
 *
 * On `CHARSNIFF_CHANGE_SWITCH` the stream continues in the other encoding. On `CHARSNIFF_CHANGE_START_AGAIN` it is at
 * the start of the resource again: discard the text, and push all bytes again. `CHARSNIFF_CHANGE_KEEP` is returned before
 * any text was produced, in a context other than a page, and in a browser's or crawler's reading, where late declarations
 * were already considered.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed; `label` is NULL or a NUL-terminated string; `text` is NULL or
 * points at a view, which need not be initialized.
 */
charsniff_change charsniff_stream_change_the_encoding(charsniff_stream *stream,
                                                      const char *label,
                                                      charsniff_view *text);

/**
 * Sets `*sniffed` to the verdict. Returns whether there is one yet.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed; `sniffed` is NULL or points at a verdict, which need not be
 * initialized.
 */
bool charsniff_stream_sniffed(const charsniff_stream *stream, charsniff_sniffed *sniffed);

/**
 * Whether malformed sequences were replaced by U+FFFD so far.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed.
 */
bool charsniff_stream_had_errors(const charsniff_stream *stream);

/**
 * After `CHARSNIFF_MALFORMED`: sets `*offset` to the position of the sequence, in bytes from the start of the
 * resource, and `*length` to its length, and returns true. Otherwise returns false.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed; the others are NULL or point at a `size_t` each.
 */
bool charsniff_stream_error(const charsniff_stream *stream, size_t *offset, size_t *length);

/**
 * Frees a stream. Does nothing for NULL.
 *
 * # Safety
 *
 * `stream` is NULL or came from `charsniff_stream_new`, and was not freed.
 */
void charsniff_stream_free(charsniff_stream *stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CHARSNIFF_H */
