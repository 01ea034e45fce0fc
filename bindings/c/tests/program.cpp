// charsniff.hpp, as a C++ program uses it; `tools/c/test.sh` runs it under valgrind.

#include <charsniff.hpp>
#include <cstdio>

static int failures = 0;
static int checks = 0;

#define CHECK(condition)                                                              \
  do {                                                                                \
    checks++;                                                                         \
    if (!(condition)) {                                                               \
      failures++;                                                                     \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
    }                                                                                 \
  } while (0)

using namespace std::string_literals;
using namespace std::string_view_literals;

template <typename Work>
static bool is_refused(Work work) {
  try {
    work();
    return false;
  } catch (const std::invalid_argument &) {
    return true;
  }
}

int main() {
  namespace cs = charsniff;
  CHECK(cs::for_label("latin1") == CHARSNIFF_WINDOWS_1252 && !cs::for_label("none"));
  CHECK(cs::name(CHARSNIFF_EUC_KR) == "EUC-KR" && cs::name(99).empty());

  cs::headers headers{{"Content-Type", "text/html; charset=koi8-r"}};
  cs::sniffed sniffed = cs::sniff("<p>\xED\xC1\xD2\xD3", headers);
  CHECK(sniffed.encoding == CHARSNIFF_KOI8_R && cs::source_name(sniffed.source) == "transport");
  cs::context script = cs::context("classic-script");
  script.document(CHARSNIFF_BIG5).reference_charset("gbk");
  cs::context moved = std::move(script);
  CHECK(cs::sniff("x", {}, moved).encoding == CHARSNIFF_GBK);
  CHECK(is_refused([] { cs::context("no such context"); }));
  CHECK(is_refused([] { cs::context(static_cast<charsniff_kind_id>(200)); }));
  // What was chained can be stored.
  cs::context stored = cs::context(CHARSNIFF_KIND_CLASSIC_SCRIPT).document(CHARSNIFF_BIG5).reference_charset("gbk");
  auto as_a_browser = cs::context("text-document").reading("firefox").detection("off").truncated();
  CHECK(cs::sniff("x", {}, stored).encoding == CHARSNIFF_GBK);
  CHECK(cs::sniff("x", {}, as_a_browser).encoding == CHARSNIFF_WINDOWS_1252);
  // One that was moved from is nothing, not a page.
  cs::context taken = std::move(stored);
  CHECK(cs::sniff("x", {}, stored).encoding == CHARSNIFF_NO_ENCODING);
  CHECK(cs::sniff("x", {}, taken).encoding == CHARSNIFF_GBK);
  CHECK(is_refused([] { cs::context().detection("other"); }));
  CHECK(is_refused([] { cs::decoder(77); }));

  cs::decoded decoded = cs::decode("\xED\xC1\0\xD2\xD3"sv, headers);
  CHECK(decoded.text == "Ма\0рс"s && decoded.errors == 0);
  CHECK(cs::decode("a\xFF" "b\xFF", {{"Content-Type", "text/html; charset=utf-8"}}).errors == 2);
  decoded = cs::try_decode("<a>\xFF</a>", {}, cs::context::for_mime_type("text/xml"));
  CHECK(!decoded.text && decoded.error_offset == 3);
  CHECK(cs::sniff("@charset \"gbk\";", {}, *cs::context::for_headers({{"Content-Type", "text/css"}})).encoding == CHARSNIFF_GBK);
  CHECK(!cs::context::for_headers({{"Content-Type", "application/octet-stream"}}));
  decoded = cs::decode("<p>NicolÃ¡s", {{"Content-Type", "text/html; charset=utf-8"}}, cs::context().repair());
  CHECK(decoded.text == "<p>Nicolás" && decoded.repairs.size() == 1);
  const cs::repair &repair = decoded.repairs.at(0);
  CHECK(repair.start == 8 && repair.end == 12 && repair.damage == CHARSNIFF_DAMAGE_DOUBLY_ENCODED);
  CHECK(repair.was == "Ã¡" && repair.became == "á" && repair.encodings == std::vector<cs::encoding>{CHARSNIFF_WINDOWS_1252});
  CHECK(cs::encode(CHARSNIFF_SHIFT_JIS, "火") == "\x89\xCE" && !cs::encode(CHARSNIFF_SHIFT_JIS, "\xFF"));

  cs::explanation explanation("<meta charset=sjis>", headers);
  CHECK(explanation.sniffed().encoding == CHARSNIFF_KOI8_R);
  CHECK(explanation.text().find("too late") != std::string_view::npos);
  CHECK(explanation.stage(3)->stage == "prescan"sv && !explanation.stage(CHARSNIFF_STAGE_COUNT));

  cs::stream stream(headers);
  std::string text;
  for (char byte : "\xED\xC1\xD2\xD3"sv) {
    text += stream.push(std::string_view(&byte, 1));
  }
  text += stream.finish();
  CHECK(text == "Марс" && stream.result() == CHARSNIFF_INPUT_EMPTY && !stream.had_errors());
  CHECK(stream.sniffed()->encoding == CHARSNIFF_KOI8_R);

  cs::stream text_decoder({}, cs::context::for_text_decoder(CHARSNIFF_UTF_8).fatal().ignore_bom());
  text = text_decoder.push("\xEF\xBB\xBF");
  CHECK((text += text_decoder.push("é\xFF")) == "\uFEFFé" && text_decoder.result() == CHARSNIFF_MALFORMED);
  CHECK(is_refused([] { cs::context::for_text_decoder(77); }));
  cs::stream parsed({}, cs::context().detection("off"));
  text = parsed.push("<title>x</title>" + std::string(2000, ' '));
  auto [change, rest] = parsed.change_the_encoding("koi8-r");
  CHECK(change == CHARSNIFF_CHANGE_SWITCH && rest.empty() && parsed.push("\xCD") == "м");

  CHECK(cs::try_decode("<a>\xFF</a>", {}, cs::context("xml").lossy()).text == "<a>\uFFFD</a>");
  CHECK(!cs::context::for_file_name("README"));
  CHECK(cs::sniff("x", {}, cs::context("x500-string").string_type("bmp")).encoding == CHARSNIFF_UTF_16BE);
  CHECK(is_refused([] { cs::context().string_type("other"); }));
  cs::context css = std::move(*cs::context::for_file_name("a.css"));
  css.mime_type("text/css").in_worker().detect_iso_2022_jp().detection_ceiling(1000);
  CHECK(cs::sniff("@charset \"gbk\";", {}, css).encoding == CHARSNIFF_GBK);

  cs::decoder decoder(CHARSNIFF_EUC_KR);
  text = "> ";
  CHECK(!decoder.append("\xC8", text, false) && !decoder.append("\xAD", text, false) && decoder.append("\xFF", text, true));
  CHECK(text == "> 화\uFFFD");
  cs::encoder encoder(CHARSNIFF_EUC_KR);
  std::string bytes;
  std::string long_text;
  for (int i = 0; i < 5000; i++) {
    long_text += "화é";
  }
  CHECK(encoder.append(long_text, bytes, true) == long_text.size() && bytes.size() == 5000 * 8);

  cs::meta_scanner scanner(true);
  CHECK(scanner.scan("<p><meta charset=big5>", true)->encoding == CHARSNIFF_BIG5);
  CHECK(!cs::meta_scanner::for_reading("firefox").is_over());
  CHECK(is_refused([] { cs::meta_scanner::for_reading("lynx"); }));

  cs::guess guess = cs::detect("\xCC\xE0\xF0\xF1");
  CHECK(guess.encoding == CHARSNIFF_WINDOWS_1251 && guess.runner_up_count > 0);
  CHECK(cs::content_of("\x7F" "ELF\0\0\0"sv) == CHARSNIFF_CONTENT_BINARY);

  std::printf("C++: %d of %d checks passed\n", checks - failures, checks);
  return failures == 0 ? 0 : 1;
}
