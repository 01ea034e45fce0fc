/* charsniff in C++17: objects that free themselves, over charsniff.h.
 *
 * Text and bytes come and go as std::string_view, and leave as std::string where they are the caller's. Nothing throws
 * but what allocates, and constructors that are given a name that there is not (std::invalid_argument).
 */

#ifndef CHARSNIFF_HPP
#define CHARSNIFF_HPP

#include <charsniff.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace charsniff {

using encoding = charsniff_encoding;
using sniffed = charsniff_sniffed;
using progress = charsniff_progress;
using meta_declaration = charsniff_meta_declaration;
using guess = charsniff_guess;
using content = charsniff_content;
/** Header fields: names and values. */
using headers = std::vector<std::pair<std::string, std::string>>;

namespace detail {

template <auto Free>
struct deleter {
  template <typename T>
  void operator()(T *object) const noexcept { Free(object); }
};

template <typename T, auto Free>
using owner = std::unique_ptr<T, deleter<Free>>;

inline const uint8_t *data(std::string_view bytes) noexcept { return reinterpret_cast<const uint8_t *>(bytes.data()); }

inline std::string_view view(charsniff_view text) noexcept {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.length);
}

inline std::string take(charsniff_string &text) {
  owner<charsniff_string, charsniff_string_free> freed(&text);
  return text.data == nullptr ? std::string() : std::string(text.data, text.length);
}

/** Headers as C wants them; they point into those of C++. */
inline std::vector<charsniff_header> pointers(const headers &fields) {
  std::vector<charsniff_header> pointers;
  pointers.reserve(fields.size());
  for (const auto &[name, value] : fields) {
    pointers.push_back({name.c_str(), value.c_str()});
  }
  return pointers;
}

template <typename T>
T *or_throw(T *object, const char *what) {
  if (object == nullptr) {
    throw std::invalid_argument(what);
  }
  return object;
}

inline void check(bool is_known, const char *what) {
  if (!is_known) {
    throw std::invalid_argument(what);
  }
}

}  // namespace detail

/** The encoding of a label, if it names one. */
inline std::optional<encoding> for_label(const std::string &label) {
  encoding found = charsniff_encoding_for_label(label.c_str());
  return found == CHARSNIFF_NO_ENCODING ? std::nullopt : std::optional<encoding>(found);
}

/** The standard's name of an encoding; empty if the number is not that of an encoding. */
inline std::string_view name(encoding of) noexcept {
  const char *name = charsniff_encoding_name(of);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

/** The name of a source, such as "xml-declaration". */
inline std::string_view source_name(charsniff_source of) noexcept {
  const char *name = charsniff_source_name(of);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

/** The encoding of bytes, guessed from the bytes alone. */
inline guess detect(std::string_view bytes) noexcept { return charsniff_detect(detail::data(bytes), bytes.size()); }

/** Whether bytes are text, ASCII text or binary data. */
inline content content_of(std::string_view bytes) noexcept {
  return charsniff_content_of(detail::data(bytes), bytes.size());
}

/** Where the bytes are going, and what the caller knows about them besides headers. Facts can be chained, and the result
 * stored: `context page = context(CHARSNIFF_KIND_HTML).locale("ja");`. A context that was moved from has no row, and
 * whatever is asked with it fails. */
class context {
 public:
  /** Of a row of the table of contexts: a page, unless another is given. */
  explicit context(charsniff_kind_id row = CHARSNIFF_KIND_HTML)
      : object_(detail::or_throw(charsniff_context_of(row), "no context has this number")) {}

  /** Of a row by its name: "html", "xml", "css-from-document", "text-document", … */
  explicit context(const std::string &name)
      : object_(detail::or_throw(charsniff_context_new(name.c_str()), "no context has this name")) {}

  /** In which a browser reads a resource of this MIME type. */
  static context for_mime_type(const std::string &mime_type) {
    return context(charsniff_context_for_mime_type(mime_type.c_str()));
  }

  /** In which a browser reads a resource that came with these headers; none if they do not tell its kind. */
  static std::optional<context> for_headers(const headers &fields) {
    auto pointers = detail::pointers(fields);
    auto *object = charsniff_context_for_headers(pointers.data(), pointers.size());
    return object == nullptr ? std::nullopt : std::optional<context>(context(object));
  }

  /** In which a browser reads a file of this name; none if its extension is unknown. */
  static std::optional<context> for_file_name(const std::string &file_name) {
    auto *object = charsniff_context_for_file_name(file_name.c_str());
    return object == nullptr ? std::nullopt : std::optional<context>(context(object));
  }

  /** The Web's TextDecoder for an encoding, with the options fatal() and ignore_bom(). */
  static context for_text_decoder(encoding of) {
    return context(detail::or_throw(charsniff_context_for_text_decoder(of), "no such encoding"));
  }

// A fact: of a context that has a name, and of one that has none yet, which moves on.
#define CHARSNIFF_FACT(declaration, add) \
  context &declaration & {               \
    add;                                 \
    return *this;                        \
  }                                      \
  context declaration && {               \
    add;                                 \
    return std::move(*this);             \
  }

  CHARSNIFF_FACT(override_encoding(const std::string &label), charsniff_context_override_encoding(get(), label.c_str()))
  CHARSNIFF_FACT(reference_charset(const std::string &label), charsniff_context_reference_charset(get(), label.c_str()))
  CHARSNIFF_FACT(locale(const std::string &tag), charsniff_context_locale(get(), tag.c_str()))
  CHARSNIFF_FACT(tld(const std::string &tld), charsniff_context_tld(get(), tld.c_str()))
  CHARSNIFF_FACT(url(const std::string &url), charsniff_context_url(get(), url.c_str()))
  CHARSNIFF_FACT(history(encoding of), charsniff_context_history(get(), of))
  CHARSNIFF_FACT(style_sheet(encoding of), charsniff_context_style_sheet(get(), of))
  CHARSNIFF_FACT(document(encoding of), charsniff_context_document(get(), of))
  CHARSNIFF_FACT(parent(encoding of, bool same_origin), charsniff_context_parent(get(), of, same_origin))
  CHARSNIFF_FACT(mime_type(const std::string &mime_type), charsniff_context_mime_type(get(), mime_type.c_str()))
  /** "utf8", "bmp", "teletex" or "ascii". */
  CHARSNIFF_FACT(string_type(const std::string &string_type), detail::check(charsniff_context_string_type(get(), string_type.c_str()), "no string type has this name"))
  CHARSNIFF_FACT(in_worker(), charsniff_context_in_worker(get()))
  CHARSNIFF_FACT(prescan_limit(size_t bytes), charsniff_context_prescan_limit(get(), bytes))
  CHARSNIFF_FACT(truncated(bool truncated = true), charsniff_context_truncated(get(), truncated))
  CHARSNIFF_FACT(repair(bool repair = true), charsniff_context_repair(get(), repair))
  /** "standard", "chromium", "firefox" or "crawler". */
  CHARSNIFF_FACT(reading(const std::string &reading), detail::check(charsniff_context_reading(get(), reading.c_str()), "no reading has this name"))
  /** "off", "legacy" or "full". */
  CHARSNIFF_FACT(detection(const std::string &detection), detail::check(charsniff_context_detection(get(), detection.c_str()), "no detection has this name"))
  CHARSNIFF_FACT(detect_iso_2022_jp(bool allowed = true), charsniff_context_detect_iso_2022_jp(get(), allowed))
  CHARSNIFF_FACT(detection_ceiling(size_t bytes), charsniff_context_detection_ceiling(get(), bytes))
  CHARSNIFF_FACT(lossy(), charsniff_context_lossy(get()))
  CHARSNIFF_FACT(fatal(bool fatal = true), charsniff_context_fatal(get(), fatal))
  CHARSNIFF_FACT(ignore_bom(bool ignore_bom = true), charsniff_context_ignore_bom(get(), ignore_bom))

#undef CHARSNIFF_FACT

  charsniff_context *get() const noexcept { return object_.get(); }

 private:
  explicit context(charsniff_context *object) : object_(object) {}
  detail::owner<charsniff_context, charsniff_context_free> object_;
};

/** Which encoding a resource is in, how sure that is, and what decided. */
inline sniffed sniff(std::string_view bytes, const headers &fields = {}, const context &where = context()) {
  auto pointers = detail::pointers(fields);
  return charsniff_sniff(detail::data(bytes), bytes.size(), pointers.data(), pointers.size(), where.get());
}

/** Bytes whose text was repaired: from `start` to `end` in the resource. */
struct repair {
  size_t start;
  size_t end;
  charsniff_damage damage;
  std::vector<encoding> encodings;
  /** The text without the repair, and with it. */
  std::string was;
  std::string became;
};

/** A resource's text, or where it is malformed. */
struct decoded {
  /** The text as UTF-8; none in contexts that allow no malformed sequence, if there is one. */
  std::optional<std::string> text;
  charsniff::sniffed sniffed;
  /** How many malformed sequences were replaced by U+FFFD. */
  size_t errors;
  size_t error_offset;
  size_t error_length;
  /** What was repaired, in the order of the bytes: of decode() in a context with repair(). */
  std::vector<repair> repairs;
};

namespace detail {
inline decoded take(charsniff_result result, charsniff_decoded &filled) {
  decoded decoded{std::nullopt, filled.sniffed, filled.errors, filled.error_offset, filled.error_length, {}};
  std::string text = detail::take(filled.text);
  if (result == CHARSNIFF_INPUT_EMPTY) {
    decoded.text = std::move(text);
  }
  return decoded;
}
} // namespace detail

/** The text of a resource. Malformed sequences are replaced by U+FFFD. */
inline decoded decode(std::string_view bytes, const headers &fields = {}, const context &where = context()) {
  auto pointers = detail::pointers(fields);
  charsniff_decoded filled;
  charsniff_repairs *list;
  auto result = charsniff_decode_with_repairs(detail::data(bytes), bytes.size(), pointers.data(), pointers.size(), where.get(), &filled, &list);
  detail::owner<charsniff_repairs, charsniff_repairs_free> owned(list);
  decoded decoded = detail::take(result, filled);
  charsniff_repair found;
  for (size_t i = 0; charsniff_repairs_get(list, i, &found); i++) {
    std::vector<encoding> encodings(found.encodings, found.encodings + found.encoding_count);
    decoded.repairs.push_back({found.start, found.end, found.damage, std::move(encodings),
                               std::string(detail::view(found.was)), std::string(detail::view(found.became))});
  }
  return decoded;
}

/** The text of a resource; none in contexts in which malformed sequences are errors, if there is one. */
inline decoded try_decode(std::string_view bytes, const headers &fields = {}, const context &where = context()) {
  auto pointers = detail::pointers(fields);
  charsniff_decoded filled;
  auto result = charsniff_try_decode(detail::data(bytes), bytes.size(), pointers.data(), pointers.size(), where.get(), &filled);
  return detail::take(result, filled);
}

/** The text in the output encoding of `to`; characters that it lacks become references. None if the text is not UTF-8. */
inline std::optional<std::string> encode(encoding to, std::string_view text) {
  charsniff_string bytes;
  if (charsniff_encode(to, text.data(), text.size(), &bytes) != CHARSNIFF_INPUT_EMPTY) {
    return std::nullopt;
  }
  return detail::take(bytes);
}

/** A verdict, and what every stage found. */
class explanation {
 public:
  explanation(std::string_view bytes, const headers &fields = {}, const context &where = context()) {
    auto pointers = detail::pointers(fields);
    object_.reset(charsniff_explain(detail::data(bytes), bytes.size(), pointers.data(), pointers.size(), where.get()));
  }

  charsniff::sniffed sniffed() const noexcept { return charsniff_explanation_sniffed(object_.get()); }

  /** A table for people; it belongs to the explanation. */
  std::string_view text() const noexcept { return detail::view(charsniff_explanation_text(object_.get())); }

  /** The explanation as JSON: the fields of docs/json.md. Empty only if charsniff has a bug. */
  std::string json() const {
    charsniff_string filled;
    charsniff_explanation_json(object_.get(), &filled);
    std::string text(filled.data != nullptr ? filled.data : "", filled.length);
    charsniff_string_free(&filled);
    return text;
  }

  /** How likely the verdict is; nothing for binary data. Its language and its script belong to the explanation. */
  std::optional<charsniff_likelihood> likelihood() const noexcept {
    charsniff_likelihood filled;
    bool is_known = charsniff_explanation_likelihood(object_.get(), &filled);
    return is_known ? std::optional<charsniff_likelihood>(filled) : std::nullopt;
  }

  /** What stage number `stage` found; what it points to belongs to the explanation. */
  std::optional<charsniff_stage_report> stage(size_t stage) const noexcept {
    charsniff_stage_report report;
    bool is_one = charsniff_explanation_stage(object_.get(), stage, &report);
    return is_one ? std::optional<charsniff_stage_report>(report) : std::nullopt;
  }

 private:
  detail::owner<charsniff_explanation, charsniff_explanation_free> object_;
};

/** A resource that arrives in chunks, as text. What the methods return belongs to the stream until the next call. */
class stream {
 public:
  explicit stream(const headers &fields = {}, const context &where = context()) {
    auto pointers = detail::pointers(fields);
    object_.reset(charsniff_stream_new(pointers.data(), pointers.size(), where.get()));
  }

  std::string_view push(std::string_view bytes) noexcept {
    charsniff_view text;
    result_ = charsniff_stream_push(object_.get(), detail::data(bytes), bytes.size(), &text);
    return detail::view(text);
  }

  std::string_view decide() noexcept {
    charsniff_view text;
    result_ = charsniff_stream_decide(object_.get(), &text);
    return detail::view(text);
  }

  std::string_view finish() noexcept {
    charsniff_view text;
    result_ = charsniff_stream_finish(object_.get(), &text);
    return detail::view(text);
  }

  /** When the parser has met a <meta> with this label: what that means, and text that was held back. */
  std::pair<charsniff_change, std::string_view> change_the_encoding(const std::string &label) noexcept {
    charsniff_view text;
    charsniff_change change = charsniff_stream_change_the_encoding(object_.get(), label.c_str(), &text);
    return {change, detail::view(text)};
  }

  /** What the last call ended with: CHARSNIFF_MALFORMED where the context allows no malformed sequence. */
  charsniff_result result() const noexcept { return result_; }

  std::optional<charsniff::sniffed> sniffed() const noexcept {
    charsniff::sniffed found;
    return charsniff_stream_sniffed(object_.get(), &found) ? std::optional<charsniff::sniffed>(found) : std::nullopt;
  }

  bool had_errors() const noexcept { return charsniff_stream_had_errors(object_.get()); }

 private:
  detail::owner<charsniff_stream, charsniff_stream_free> object_;
  charsniff_result result_ = CHARSNIFF_INPUT_EMPTY;
};

/** Turns bytes that arrive in pieces into text. */
class decoder {
 public:
  explicit decoder(charsniff_encoding from) : object_(detail::or_throw(charsniff_decoder_new(from), "no such encoding")) {}

  charsniff_encoding encoding() const noexcept { return charsniff_decoder_encoding(object_.get()); }

  /** Appends the text of the next bytes, errors as U+FFFD; returns whether there were any. */
  bool append(std::string_view bytes, std::string &text, bool last) {
    size_t start = text.size();
    text.resize(start + charsniff_decoder_max_utf8_length(object_.get(), bytes.size()));
    auto *room = reinterpret_cast<uint8_t *>(text.data() + start);
    auto done = charsniff_decoder_to_utf8(object_.get(), detail::data(bytes), bytes.size(), room, text.size() - start, last);
    text.resize(start + done.written);
    return done.had_errors;
  }

  charsniff_decoder *get() const noexcept { return object_.get(); }

 private:
  detail::owner<charsniff_decoder, charsniff_decoder_free> object_;
};

/** Turns text that arrives in pieces into bytes. */
class encoder {
 public:
  explicit encoder(charsniff_encoding to) : object_(detail::or_throw(charsniff_encoder_new(to), "no such encoding")) {}

  charsniff_encoding encoding() const noexcept { return charsniff_encoder_encoding(object_.get()); }

  /** Appends the bytes of the next text, whole characters of UTF-8; returns how much of it was UTF-8. */
  size_t append(std::string_view text, std::string &bytes, bool last) {
    size_t read = 0;
    uint8_t room[4096];
    progress done;
    do {
      done = charsniff_encoder_from_utf8(object_.get(), text.data() + read, text.size() - read, room, sizeof room, last);
      read += done.read;
      bytes.append(reinterpret_cast<const char *>(room), done.written);
    } while (done.result == CHARSNIFF_OUTPUT_FULL);
    return read;
  }

  charsniff_encoder *get() const noexcept { return object_.get(); }

 private:
  detail::owner<charsniff_encoder, charsniff_encoder_free> object_;
};

/** Finds the <meta> declarations that an HTML parser would act on. */
class meta_scanner {
 public:
  explicit meta_scanner(bool scripting) : object_(charsniff_meta_scanner_new(scripting)) {}

  /** "standard", "chromium", "firefox" or "crawler". */
  static meta_scanner for_reading(const std::string &reading, size_t limit = 1024) {
    auto *object = charsniff_meta_scanner_for_reading(reading.c_str(), limit);
    return meta_scanner(detail::or_throw(object, "no reading has this name"));
  }

  /** The next declaration in `bytes`, which are the page's from position() on. */
  std::optional<meta_declaration> scan(std::string_view bytes, bool last) noexcept {
    meta_declaration found;
    bool is_one = charsniff_meta_scanner_scan(object_.get(), detail::data(bytes), bytes.size(), last, &found);
    return is_one ? std::optional<meta_declaration>(found) : std::nullopt;
  }

  size_t position() const noexcept { return charsniff_meta_scanner_position(object_.get()); }
  bool is_over() const noexcept { return charsniff_meta_scanner_is_over(object_.get()); }

 private:
  explicit meta_scanner(charsniff_meta_scanner *object) : object_(object) {}
  detail::owner<charsniff_meta_scanner, charsniff_meta_scanner_free> object_;
};

}  // namespace charsniff

#endif
