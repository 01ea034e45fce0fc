/* charsniff: which character encoding a Web resource is in, how sure that is, and its text.
 *
 * Who frees what: what a function named `…_new` returns is freed with `…_free` of the same type, which does nothing for
 * NULL; a `charsniff_string` that a function fills is freed with `charsniff_string_free`. Everything else that is pointed
 * to belongs to what it came from, and nothing that is passed in is kept: strings and buffers may be freed after the call.
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
 * How many stages there are.
 */
#define CHARSNIFF_STAGE_COUNT 9

/**
 * What a decoder, an encoder or a whole conversion ended with.
 */
typedef enum {
  /**
   * All of the input was read.
   */
  CHARSNIFF_INPUT_EMPTY = 0,
  /**
   * What comes next does not fit: call again with more room and the rest of the input.
   */
  CHARSNIFF_OUTPUT_FULL = 1,
  /**
   * A malformed sequence: `malformed_length` bytes, and `malformed_after` bytes were read behind it.
   */
  CHARSNIFF_MALFORMED = 2,
  /**
   * The encoding has no bytes for the character `unmappable`, which was read.
   */
  CHARSNIFF_UNMAPPABLE = 3,
  /**
   * The input is text that must be UTF-8; it is not, from where reading has ended.
   */
  CHARSNIFF_NOT_UTF_8 = 4,
  /**
   * The object is NULL, or charsniff has a fault.
   */
  CHARSNIFF_FAILED = 5,
} charsniff_result;

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
 * What can decide, in the pipeline's order.
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
   * A `charset` on the reference.
   */
  CHARSNIFF_SOURCE_REFERENCE = 6,
  /**
   * The parent document.
   */
  CHARSNIFF_SOURCE_PARENT = 7,
  /**
   * The encoding that the resource had when last seen.
   */
  CHARSNIFF_SOURCE_HISTORY = 8,
  /**
   * The importing style sheet.
   */
  CHARSNIFF_SOURCE_STYLE_SHEET = 9,
  /**
   * The referring document.
   */
  CHARSNIFF_SOURCE_DOCUMENT = 10,
  /**
   * The detector.
   */
  CHARSNIFF_SOURCE_DETECTOR = 11,
  /**
   * The user's locale.
   */
  CHARSNIFF_SOURCE_LOCALE = 12,
  /**
   * The context's default.
   */
  CHARSNIFF_SOURCE_DEFAULT = 13,
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
 * Turns bytes that arrive in pieces into text.
 */
typedef struct charsniff_decoder charsniff_decoder;

/**
 * Turns text that arrives in pieces into bytes.
 */
typedef struct charsniff_encoder charsniff_encoder;

/**
 * A verdict, and what every stage had to say.
 */
typedef struct charsniff_explanation charsniff_explanation;

/**
 * Finds the `<meta>` declarations that an HTML parser would act on, wherever they stand.
 */
typedef struct charsniff_meta_scanner charsniff_meta_scanner;

/**
 * A resource that arrives in chunks. Bytes are held until the verdict stands, then decoded as they come.
 */
typedef struct charsniff_stream charsniff_stream;

/**
 * Text or bytes that the caller owns, to be freed with `charsniff_string_free`.
 */
typedef struct {
  /**
   * `length` bytes and a NUL behind them; never NULL once a function has filled it. Bytes before
   * the last may be NUL too.
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
 * What a call of a decoder or an encoder came to.
 */
typedef struct {
  /**
   * Why it came back.
   */
  charsniff_result result;
  /**
   * How much was read of the input: bytes, or code units of UTF-16.
   */
  size_t read;
  /**
   * How much was written: bytes, or code units of UTF-16. What stands behind it has no meaning.
   */
  size_t written;
  /**
   * Whether anything was replaced: malformed sequences by U+FFFD, characters without bytes by references.
   */
  bool had_errors;
  /**
   * Of `CHARSNIFF_MALFORMED`: the length of the sequence in bytes, which may have begun in an earlier call.
   */
  uint8_t malformed_length;
  /**
   * Of `CHARSNIFF_MALFORMED`: how many bytes were read behind it.
   */
  uint8_t malformed_after;
  /**
   * Of `CHARSNIFF_UNMAPPABLE`: the character.
   */
  uint32_t unmappable;
} charsniff_progress;

/**
 * What decided: one of `charsniff_source_id`.
 */
typedef uint8_t charsniff_source;

/**
 * A `<meta>` that names an encoding. Places are bytes from the start of the page.
 */
typedef struct {
  /**
   * The encoding that the label names.
   */
  charsniff_encoding encoding;
  /**
   * Whether it stands in the head.
   */
  bool in_head;
  /**
   * Where the tag starts.
   */
  size_t tag_start;
  /**
   * Where it ends, behind its `>`.
   */
  size_t tag_end;
  /**
   * Where the label starts.
   */
  size_t label_start;
  /**
   * Where it ends.
   */
  size_t label_end;
} charsniff_meta_declaration;

/**
 * The verdict on a resource's encoding.
 */
typedef struct {
  /**
   * The encoding to decode with; `CHARSNIFF_NO_ENCODING` if charsniff has a fault.
   */
  charsniff_encoding encoding;
  /**
   * What decided.
   */
  charsniff_source source;
  /**
   * Whether nothing that the resource says later can change it.
   */
  bool is_certain;
  /**
   * Whether each byte is the code point of the same number, as in header values; `encoding` is then windows-1252.
   */
  bool is_isomorphic;
  /**
   * How many bytes at the start are a byte order mark that is no part of the text: 0, 2 or 3.
   */
  size_t bom_length;
} charsniff_sniffed;

/**
 * A header field. Both strings are NUL-terminated; a field in which one is NULL counts for nothing.
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
 * A resource's text.
 */
typedef struct {
  /**
   * The text as UTF-8, to be freed with `charsniff_string_free`; its data is NULL where there is an error.
   */
  charsniff_string text;
  /**
   * The verdict by which it was decoded.
   */
  charsniff_sniffed sniffed;
  /**
   * Whether malformed sequences were replaced by U+FFFD.
   */
  bool had_errors;
  /**
   * In contexts that allow no malformed sequence: where the first stands, in bytes.
   */
  size_t error_offset;
  /**
   * And its length in bytes.
   */
  size_t error_length;
} charsniff_decoded;

/**
 * Text that belongs to an object.
 */
typedef struct {
  /**
   * `length` bytes, without a NUL behind them; NULL if there are none.
   */
  const char *data;
  /**
   * How many bytes.
   */
  size_t length;
} charsniff_view;

/**
 * What one stage had to say. What it points to belongs to the explanation.
 */
typedef struct {
  /**
   * The stage's name, such as "prescan", which stays valid.
   */
  const char *stage;
  /**
   * What became of it: "decided", "too-late", "ignored" or "nothing"; stays valid.
   */
  const char *outcome;
  /**
   * Whether the context consults the stage.
   */
  bool consulted;
  /**
   * The encoding that the stage would have, or `CHARSNIFF_NO_ENCODING`.
   */
  charsniff_encoding encoding;
  /**
   * Whether there is a label, and whether it has a place in the bytes.
   */
  bool has_label;
  /**
   * Whether `offset` counts.
   */
  bool has_offset;
  /**
   * The label as it was met, even where it names no encoding.
   */
  charsniff_view label;
  /**
   * Where in the bytes the label stands.
   */
  size_t offset;
} charsniff_stage_report;

/**
 * What is no encoding.
 */
#define CHARSNIFF_NO_ENCODING 255

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Frees a string and sets it to NULL. Does nothing for NULL and for a string whose data is NULL.
 *
 * # Safety
 *
 * `string` is NULL or points at a string that a function has filled, or of zeroes.
 */
void charsniff_string_free(charsniff_string *string);

/**
 * The version of the library, such as "0.1.0".
 */
const char *charsniff_version(void);

/**
 * A decoder that changes to the encoding of a byte order mark, if the bytes start with one. NULL if `encoding` is
 * none. Free it with `charsniff_decoder_free`.
 */
charsniff_decoder *charsniff_decoder_new(charsniff_encoding encoding);

/**
 * A decoder that removes the byte order mark of its own encoding. The rest is as of `charsniff_decoder_new`.
 */
charsniff_decoder *charsniff_decoder_new_with_bom_removal(charsniff_encoding encoding);

/**
 * A decoder to which a byte order mark is text. The rest is as of `charsniff_decoder_new`.
 */
charsniff_decoder *charsniff_decoder_new_without_bom_handling(charsniff_encoding encoding);

/**
 * The encoding that a decoder decodes from; a byte order mark may have changed it.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed.
 */
charsniff_encoding charsniff_decoder_encoding(const charsniff_decoder *decoder);

/**
 * How many bytes of UTF-8 `length` more bytes can become at most, errors replaced; `SIZE_MAX` if that is more than a
 * `size_t` holds, and for NULL.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed.
 */
size_t charsniff_decoder_max_utf8_length(const charsniff_decoder *decoder, size_t length);

/**
 * The same in code units of UTF-16.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed.
 */
size_t charsniff_decoder_max_utf16_length(const charsniff_decoder *decoder, size_t length);

/**
 * Decodes to UTF-8, malformed sequences as U+FFFD.
 * `last`: whether the stream ends where `src` does. What is written is always whole characters.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which have values, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf8(charsniff_decoder *decoder,
                                             const uint8_t *src,
                                             size_t src_length,
                                             uint8_t *dst,
                                             size_t dst_length,
                                             bool last);

/**
 * Decodes to UTF-8 up to the first malformed sequence; the next call goes on behind it.
 * `last`: whether the stream ends where `src` does. What is written is always whole characters.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which have values, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf8_without_replacement(charsniff_decoder *decoder,
                                                                 const uint8_t *src,
                                                                 size_t src_length,
                                                                 uint8_t *dst,
                                                                 size_t dst_length,
                                                                 bool last);

/**
 * Decodes to UTF-16, malformed sequences as U+FFFD.
 * `last`: whether the stream ends where `src` does. What is written is always whole characters.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which have values, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_decoder_to_utf16(charsniff_decoder *decoder,
                                              const uint8_t *src,
                                              size_t src_length,
                                              uint16_t *dst,
                                              size_t dst_length,
                                              bool last);

/**
 * Decodes to UTF-16 up to the first malformed sequence; the next call goes on behind it.
 * `last`: whether the stream ends where `src` does. What is written is always whole characters.
 *
 * # Safety
 *
 * `decoder` is NULL or a decoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` units, which have values, or is NULL; the two do not overlap.
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
 * An encoder for the output encoding of `encoding` (`charsniff_encoding_output`). NULL if it is none. Free it with
 * `charsniff_encoder_free`.
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
 * Encodes UTF-8, characters without bytes as decimal references (`&#233;`). `last`: whether the text ends where `src`
 * does. Where `src` is not UTF-8, or ends within a character, everything before that is encoded and the result is
 * `CHARSNIFF_NOT_UTF_8`.
 *
 * # Safety
 *
 * `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` bytes or is NULL; `dst` points at
 * room for `dst_length` bytes, which have values, or is NULL; the two do not overlap.
 */
charsniff_progress charsniff_encoder_from_utf8(charsniff_encoder *encoder,
                                               const char *src,
                                               size_t src_length,
                                               uint8_t *dst,
                                               size_t dst_length,
                                               bool last);

/**
 * Encodes UTF-8 up to a character without bytes; the next call goes on behind it. The rest is as of
 * `charsniff_encoder_from_utf8`.
 *
 * # Safety
 *
 * As of `charsniff_encoder_from_utf8`.
 */
charsniff_progress charsniff_encoder_from_utf8_without_replacement(charsniff_encoder *encoder,
                                                                   const char *src,
                                                                   size_t src_length,
                                                                   uint8_t *dst,
                                                                   size_t dst_length,
                                                                   bool last);

/**
 * Encodes UTF-16, characters without bytes as decimal references, surrogates without their other half in the same `src`
 * as U+FFFD. `last`: whether the text ends where `src` does.
 *
 * # Safety
 *
 * `encoder` is NULL or an encoder that was not freed; `src` points at `src_length` code units or is NULL; `dst` points
 * at room for `dst_length` bytes, which have values, or is NULL; the two do not overlap.
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
 * Encodes a whole text of UTF-8 in the output encoding of `encoding`, characters without bytes as decimal references.
 * Fills `*bytes` unless it returns `CHARSNIFF_NOT_UTF_8` (the text is not UTF-8) or `CHARSNIFF_FAILED` (`encoding` is
 * none), when its data is NULL. Free it with `charsniff_string_free`.
 *
 * # Safety
 *
 * `text` points at `length` bytes or is NULL; `bytes` is NULL or points at a string, which need not have values.
 */
charsniff_result charsniff_encode(charsniff_encoding encoding,
                                  const char *text,
                                  size_t length,
                                  charsniff_string *bytes);

/**
 * A context by its name: "html", "xml", "css-from-document", "classic-script", "text-document", "fetch-json", …;
 * docs/contexts.md of charsniff has them all. NULL if there is none of this name. Free it with
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
 * Frees a context. Does nothing for NULL.
 *
 * # Safety
 *
 * `context` is NULL or came from a function that makes one, and was not freed.
 */
void charsniff_context_free(charsniff_context *context);

/**
 * The label that the user chose, or XHR's override charset.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_override_encoding(charsniff_context *context, const char *text);

/**
 * The label on the reference to the resource: `<script charset>`, `<link charset>`.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_reference_charset(charsniff_context *context, const char *text);

/**
 * The user's language, such as "ja" or "pt-BR".
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_locale(charsniff_context *context, const char *text);

/**
 * The top-level domain of the host, such as "jp".
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_tld(charsniff_context *context, const char *text);

/**
 * The URL of the resource, of which the top-level domain counts.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
 */
void charsniff_context_url(charsniff_context *context, const char *text);

/**
 * The encoding that the resource had when last seen.
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
 * The encoding of the parent document, and whether it is of the same origin.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_parent(charsniff_context *context, charsniff_encoding encoding, bool same_origin);

/**
 * How many bytes a prescan may read: 1,024 unless told.
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
 * How far the detector may go: "off", "legacy" (never UTF-8) or "full". Returns whether that is what `detection`
 * says; else nothing changes.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `detection` is NULL or a NUL-terminated string.
 */
bool charsniff_context_detection(charsniff_context *context, const char *detection);

/**
 * Reads a page as a browser does ("chromium", "firefox"): declarations that come late count, those in comments and
 * scripts do not. Returns whether there is such a browser; else nothing changes.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed; `browser` is NULL or a NUL-terminated string.
 */
bool charsniff_context_as_browser(charsniff_context *context, const char *browser);

/**
 * Reads misspelled labels and headers as they must have been meant.
 *
 * # Safety
 *
 * `context` is NULL or a context that was not freed.
 */
void charsniff_context_as_crawlers_need(charsniff_context *context);

/**
 * The encoding of a label ("latin1", "utf-8", …), as the Encoding Standard's *get an encoding* says;
 * `CHARSNIFF_NO_ENCODING` if it names none or is NULL.
 *
 * # Safety
 *
 * `label` is NULL or a NUL-terminated string.
 */
charsniff_encoding charsniff_encoding_for_label(const char *label);

/**
 * The encoding of the byte order mark that the bytes start with, and its length in `*bom_length` (which may
 * be NULL); `CHARSNIFF_NO_ENCODING` and 0 if they start with none.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL; `bom_length` is NULL or points at a `size_t`.
 */
charsniff_encoding charsniff_encoding_for_bom(const uint8_t *bytes, size_t length, size_t *bom_length);

/**
 * The standard's name of an encoding, which stays valid; NULL if the number is none.
 */
const char *charsniff_encoding_name(charsniff_encoding encoding);

/**
 * The encoding that forms and URLs of a page in this encoding use: UTF-8 for UTF-16BE, UTF-16LE and
 * replacement, else the same.
 */
charsniff_encoding charsniff_encoding_output(charsniff_encoding encoding);

/**
 * The name of a source in kebab-case ("xml-declaration"), which stays valid; NULL if the number is none.
 */
const char *charsniff_source_name(charsniff_source source);

/**
 * How many bytes from the start are whole, valid UTF-8 characters.
 *
 * # Safety
 *
 * `bytes` points at `length` bytes or is NULL.
 */
size_t charsniff_utf8_valid_up_to(const uint8_t *bytes, size_t length);

/**
 * A scanner that stands at the start of a page. `scripting`: whether what is in `noscript` is text, as it is in
 * browsers. Free it with `charsniff_meta_scanner_free`.
 */
charsniff_meta_scanner *charsniff_meta_scanner_new(bool scripting);

/**
 * A scanner of the declarations that a browser ("chromium", "firefox") goes by: those that begin in the first `limit`
 * bytes (both browsers' are 1,024), and further on in the head. NULL if there is no such browser. Free it with
 * `charsniff_meta_scanner_free`.
 *
 * # Safety
 *
 * `browser` is NULL or a NUL-terminated string.
 */
charsniff_meta_scanner *charsniff_meta_scanner_new_as_browser(const char *browser, size_t limit);

/**
 * The next declaration in `bytes`, which are the page's from `charsniff_meta_scanner_position` on. `last`: whether the
 * page ends where they do. Returns whether there is one, and fills `*declaration` with it. Bytes behind the new position
 * are to be given again.
 *
 * # Safety
 *
 * `scanner` is NULL or a scanner that was not freed; `bytes` points at `length` bytes or is NULL; `declaration` is NULL
 * or points at a declaration, which need not have values.
 */
bool charsniff_meta_scanner_scan(charsniff_meta_scanner *scanner,
                                 const uint8_t *bytes,
                                 size_t length,
                                 bool last,
                                 charsniff_meta_declaration *declaration);

/**
 * How many bytes of the page lie behind the scanner.
 *
 * # Safety
 *
 * `scanner` is NULL or a scanner that was not freed.
 */
size_t charsniff_meta_scanner_position(const charsniff_meta_scanner *scanner);

/**
 * Whether no declaration behind the position can count any more.
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
 * Which encoding a resource is in, how sure that is, and what decided. Always has an answer.
 *
 * `bytes` is the resource or its start; `headers` may be NULL if there are none; `context` may be NULL for a page.
 * Content-Type and Content-Language are the fields that count.
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
 * A resource's text as the context prescribes: the byte order mark removed, malformed sequences replaced by
 * U+FFFD. Returns `CHARSNIFF_INPUT_EMPTY`, or `CHARSNIFF_MALFORMED` in contexts that allow no malformed sequence, such
 * as "xml". Fills `*decoded` in either case; free its text with `charsniff_string_free`.
 *
 * # Safety
 *
 * As of `charsniff_sniff`; `decoded` points at a `charsniff_decoded`, which need not have values.
 */
charsniff_result charsniff_decode(const uint8_t *bytes,
                                  size_t length,
                                  const charsniff_header *headers,
                                  size_t header_count,
                                  const charsniff_context *context,
                                  charsniff_decoded *decoded);

/**
 * The same verdict as `charsniff_sniff`'s, and what every stage had to say. Never NULL unless charsniff has a fault.
 * Free it with `charsniff_explanation_free`.
 *
 * # Safety
 *
 * As of `charsniff_sniff`.
 */
charsniff_explanation *charsniff_explain(const uint8_t *bytes,
                                         size_t length,
                                         const charsniff_header *headers,
                                         size_t header_count,
                                         const charsniff_context *context);

/**
 * The verdict that is explained.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed.
 */
charsniff_sniffed charsniff_explanation_sniffed(const charsniff_explanation *explanation);

/**
 * The explanation as a table for people, a row a stage. It belongs to the explanation.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed.
 */
charsniff_view charsniff_explanation_text(const charsniff_explanation *explanation);

/**
 * Fills `*report` with what a stage had to say; `stage` counts from 0, in the pipeline's order. Returns whether there
 * is one; else nothing is filled.
 *
 * # Safety
 *
 * `explanation` is NULL or an explanation that was not freed; `report` is NULL or points at a report, which need not
 * have values.
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
 * A stream for one resource. Free it with `charsniff_stream_free`.
 *
 * # Safety
 *
 * `headers` points at `header_count` headers or is NULL; `context` is NULL (for a page) or a context that was not
 * freed.
 */
charsniff_stream *charsniff_stream_new(const charsniff_header *headers,
                                       size_t header_count,
                                       const charsniff_context *context);

/**
 * Takes the next bytes, and sets `*text` to what is text by now, as UTF-8: it belongs to the stream and is valid until
 * the next call with it. Returns `CHARSNIFF_INPUT_EMPTY`, or `CHARSNIFF_MALFORMED` in contexts that allow no malformed
 * sequence, from the first on.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed; `bytes` points at `length` bytes or is NULL; `text` is NULL or
 * points at a view, which need not have values.
 */
charsniff_result charsniff_stream_push(charsniff_stream *stream,
                                       const uint8_t *bytes,
                                       size_t length,
                                       charsniff_view *text);

/**
 * Decides on what has come, for a caller who can wait no longer; more may follow. The rest is as of
 * `charsniff_stream_push`.
 *
 * # Safety
 *
 * As of `charsniff_stream_push`.
 */
charsniff_result charsniff_stream_decide(charsniff_stream *stream, charsniff_view *text);

/**
 * Says that the resource has ended, and sets `*text` to the rest of its text. The rest is as of
 * `charsniff_stream_push`.
 *
 * # Safety
 *
 * As of `charsniff_stream_push`.
 */
charsniff_result charsniff_stream_finish(charsniff_stream *stream, charsniff_view *text);

/**
 * Sets `*sniffed` to the verdict, and returns whether there is one yet.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed; `sniffed` is NULL or points at a verdict, which need not have values.
 */
bool charsniff_stream_sniffed(const charsniff_stream *stream,
                              charsniff_sniffed *sniffed);

/**
 * Whether malformed sequences were replaced by U+FFFD so far.
 *
 * # Safety
 *
 * `stream` is NULL or a stream that was not freed.
 */
bool charsniff_stream_had_errors(const charsniff_stream *stream);

/**
 * After `CHARSNIFF_MALFORMED`: sets `*offset` to where the sequence starts, in bytes from the start of the resource,
 * `*length` to its length, and returns true. Else returns false.
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
