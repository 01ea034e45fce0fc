// Broken text of the kinds that people reported, and what it should read. `text` is pasted; `bytes`, a character for each, are a file, which came with
// `headers`. `why`: a part of what is said of it.

/** The bytes of a text in UTF-8 or UTF-16LE, a character for each. */
const utf8 = (text) => Buffer.from(text).toString("latin1");
const utf16 = (text) => Buffer.from(text, "utf16le").toString("latin1");

export const CASES = [
  { text: "MÃ¼ller hat fÃ¼r â‚¬ 5", reads: "Müller hat für € 5", why: /^UTF-8 that was read as windows-1252 and saved again, in 3 places\.$/ },
  { text: "ÃƒÂ¼ber die BrÃƒÂ¼cke", reads: "über die Brücke", why: /^UTF-8 that was read as windows-1252 and saved again, twice, in 2 places\.$/ },
  { text: "We donâ€™t ship to â€œislandsâ€\u009d", reads: "We don’t ship to “islands”", why: /read as windows-1252/ },
  { text: "РџСЂРёРІРµС‚, РєР°Рє РґРµР»Р°?", reads: "Привет, как дела?", why: /read as windows-1251/ },
  { text: "ÐŸÑ€Ð¸Ð²ÐµÑ‚, Ð¼Ð¸Ñ€", reads: "Привет, мир", why: /read as windows-1252/ },
  { text: "Nicol\uFFFDs", title: "What is left of it", reads: "Nicol\uFFFDs", why: /^1 character is lost: the program you copied it from put � there, and no repair brings it back\. Drop the file itself/ },
  { text: "Herr M?ller wohnt in der Hauptstra?e", title: "What is left of it", reads: "Herr M?ller wohnt in der Hauptstra?e", why: /^2 characters are lost: an earlier program wrote \? for what it could not store, and no repair brings them back\. Look for the original/ },
  { text: "??????, ??? ?????", title: "What is left of it", reads: "??????, ??? ?????", why: /^14 characters are lost/ },
  { bytes: "name;street\r\nM?ller;Hauptstra?e 5\r\n", title: "What is left of it", reads: "name;street\r\nM?ller;Hauptstra?e 5", why: /^2 characters are lost/ },
  { text: "M\u00EF\u00BF\u00BDller", title: "It should read, but for what is lost", reads: "M\uFFFDller", why: /1 character is lost/ },
  { title: "It is right as it is", text: "Really??? What? See https://example.org/?a=b", reads: "Really??? What? See https://example.org/?a=b", why: /^No damage was found in this text\.$/ },
  { text: "Grüße aus Köln: größer, schöner, älter\n\u00CF\u00F0\u00E8\u00E2\u00E5\u00F2, \u00EA\u00E0\u00EA \u00E4\u00E5\u00EB\u00E0?\nseñor, mañana", reads: "Grüße aus Köln: größer, schöner, älter\nПривет, как дела?\nseñor, mañana", why: /^Text in windows-1251 that was read as windows-1252 and saved again\.$/ },
  { text: "Herr M\u00E3\u00BCller", title: "It is right as it is", reads: "Herr M\u00E3\u00BCller" },
  { text: "https://example.org/%CF%F0%E8%E2%E5%F2\nhttps://example.org/%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82\nhttps://example.org/%93%FA%96%7B%8C%EA", reads: "https://example.org/Привет\nhttps://example.org/Привет\nhttps://example.org/日本語", why: /^Its lines are in 3 encodings: windows-1251 \(line 1\); UTF-8 \(line 2\); Shift_JIS \(line 3\)\.$/ },
  { bytes: `\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\nplain\n${utf8("Grüße aus Köln, schöne Bäume")}\n\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x4c\x83\x58\x83\x67\n`, reads: "Привет, как дела?\nplain\nGrüße aus Köln, schöne Bäume\n日本語のテキスト", why: /windows-1251 \(lines 1 to 2\); UTF-8 \(line 3\); Shift_JIS \(line 4\)\.$/ },
  { bytes: `<meta charset=utf-8><meta charset=big5><p>${utf8("für alle")}</p>`, headers: "Content-Type: text/html", reads: "für alle", why: /The <meta> in the page also says “big5”, which is not followed\./ },
  { bytes: "Zur\x81ck zum Men\x81 f\x81r Gr\x94\xe1e und \x9abung\r\n", title: "It may read", reads: "ZurÅck zum MenÅ fÅr Grî·e und öbung", why: /^Nothing says what it is, and the bytes do not settle it: macintosh fits best \(\d\d % likely; else [\w-]+\)\. It may also be in a code page of DOS, or no text\.$/ },
  { bytes: "T\x84m\x84 on m\x84\x84r\x84ys k\x84ytt\x84j\x84lle, ett\x84 h\x84n n\x84kee t\x84m\x84n tekstin v\x84\x84rin.\r\n", title: "It may read", reads: "T„m„ on m„„r„ys k„ytt„j„lle, ett„ h„n n„kee t„m„n tekstin v„„rin.", why: /^Nothing says what it is, and no encoding of the Web fits its bytes: windows-1252 is the nearest\. It may be in a code page of DOS, or no text\.$/ },
  { text: "Grüße aus Köln", title: "It is right as it is", reads: "Grüße aus Köln", why: /^No damage was found in this text\.$/ },
  { bytes: utf8("<html><head><title>Bürgerbüro</title></head><body>Öffnungszeiten für Bürger</body></html>"), headers: "Content-Type: text/html; charset=iso-8859-15", reads: "Öffnungszeiten für Bürger", why: /^The HTTP header says “iso-8859-15”, but it is UTF-8\. Chromium and Firefox show it as ISO-8859-15\.$/ },
  { bytes: utf8('<html><head><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1"></head><body><p>“Spaccio di droga a domicilio”, otto arresti</p></body></html>'), headers: "Content-Type: text/html", reads: "“Spaccio di droga a domicilio”, otto arresti", why: /^The declaration in it says “ISO-8859-1”, but it is UTF-8\./ },
  { bytes: utf8("<html><head><title>Straße</title></head><body>für alle</body></html>"), headers: "Content-Type: text/html; charset=unicode", reads: "für alle", why: /^The HTTP header says “unicode”, but it is UTF-8\./ },
  { bytes: utf8("Dzień dobry"), headers: "Content-Type: text/plain; charset=iso-8859-2", reads: "Dzień dobry", why: /^The HTTP header says “iso-8859-2”, but it is UTF-8\./ },
  { bytes: utf8("fööbär"), headers: "Content-Type: text/plain; charset=us-ascii", reads: "fööbär", why: /^The HTTP header says “us-ascii”, but it is UTF-8\./ },
  { bytes: utf8("<title>专卖资讯</title>"), headers: "Content-Type: text/html; charset=ISO-88509-1", reads: "专卖资讯", why: /^It is UTF-8 by its bytes/ },
  { bytes: `<rss><channel><title>Actualit\xe9s de la r\xe9gion</title><item><title>Le maire a pr\xe9sent\xe9 son \xe9quipe, tr\xe8s attendue \xe0 la f\xeate</title><description>${utf8("Une soirée réussie pour les habitants")}</description></item></channel></rss>`, headers: "Content-Type: text/xml; charset=iso-8859-1", reads: /Une soirée réussie|présenté son équipe/ },
  { bytes: '<?xml version="1.0"?><rss><channel><title>\xee\xcf\xd7\xcf\xd3\xd4\xc9 \xc2\xc5\xda\xcf\xd0\xc1\xd3\xce\xcf\xd3\xd4\xc9</title></channel></rss>', headers: "Content-Type: text/xml", reads: "Новости безопасности", why: /^It is KOI8-R by its bytes/ },
  { bytes: "'foo' \xad\xa5 \xef\xa2\xab\xef\xa5\xe2\xe1\xef \xa2\xad\xe3\xe2\xe0\xa5\xad\xad\xa5\xa9 \xa8\xab\xa8 \xa2\xad\xa5\xe8\xad\xa5\xa9\r\n\xaa\xae\xac\xa0\xad\xa4\xae\xa9", reads: "'foo' не является внутренней или внешней\r\nкомандой", why: /^It is IBM866 by its bytes/ },
  { bytes: `\xff\xfe${utf16('<html><head><meta http-equiv="Content-Type" content="text/html; charset=x-sjis"><title>朝鮮中央通信</title>')}`, headers: "Content-Type: text/html", reads: "朝鮮中央通信", why: /^It is UTF-16LE, as its byte order mark says\. The <meta> in the page also says “x-sjis”, which is not followed\.$/ },
  { bytes: "Subject: [\xb3\xb7\xbb\xd8\xd3\xca\xbc\xfe\xb3\xc9\xb9\xa6] \xb3\xb7\xbb\xd8\xd3\xca\xbc\xfe\xb2\xe2\xca\xd4", reads: "Subject: [撤回邮件成功] 撤回邮件测试", why: /^It is GBK by its bytes/ },
  { bytes: "1\r\n00:00:10,176 --> 00:00:12,053\r\n<i>\xce\xbai c\xe2\xbatig\xe3 p\xe2inea cu glume porcoase.</i>\r\n\r\n2\r\n00:00:16,016 --> 00:00:19,477\r\n<i>Indic\xe3 un \xbair de g\xe2nduri profunde,</i>\r\n", reads: /\n<i>Îşi câştigă pâinea cu glume porcoase\.<\/i>\r\n/, why: /^It is windows-1250 by its bytes/ },
  { bytes: "a smile: \xed\xa0\xbd\xed\xb8\x80!", reads: "a smile: 😀!", why: /^Characters in CESU-8, or as Java writes them, that stand in a text in UTF-8\.$/ },
  { bytes: `\xb8\xfc\xd0\xc2\xc1\xcb\xcf\xee\xc4\xbf\xb5\xc4\xce\xc4\xb5\xb5\n${utf8("更新了文档和测试")}\n`, headers: "Content-Type: text/plain; charset=gbk", reads: "更新了项目的文档\n更新了文档和测试", why: /^Its lines are in 2 encodings: GBK \(line 1\); UTF-8 \(line 2\)\.$/ },
  { bytes: `\x8d\xa1\x93\xfa\x82\xcd\x93V\x8bC\x82\xaa\x82\xa2\x82\xa2\n${utf8("日本語のテキスト")}\nplain\n\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x4c\x83\x58\x83\x67\n`, reads: "今日は天気がいい\n日本語のテキスト\nplain\n日本語のテキスト", why: /^Its lines are in 2 encodings: Shift_JIS \(line 1, line 4\); UTF-8 \(lines 2 to 3\)\.$/ },
  { bytes: `${utf8("Grüße aus Köln, und ein Café: ")}\xc4pfel\n${utf8("Öffnungszeiten für Bürger")}\n`, reads: "Grüße aus Köln, und ein Café: Äpfel\nÖffnungszeiten für Bürger", why: /^Text in windows-1252 that stands in a text in UTF-8\.$/ },
  { bytes: "today\x92s research", reads: "today’s research", why: /^It is windows-1252 by its bytes/ },
  { bytes: "<html><head><title>Shop</title><style>p { color: red; margin: 0 }</style></head>\n<body>\n<p>Plain words only</p></body></html>", headers: "Content-Type: text/html", reads: "Plain words only", why: /^Plain ASCII/ },
  { bytes: "<meta charset=iso-2022-kr><p>\xc3\xbcber</p>", headers: "Content-Type: text/html", reads: "über", why: /^The declaration in it says “iso-2022-kr”, but it is UTF-8\. Chromium and Firefox refuse that label, and show a single � instead of the text\.$/ },
  { bytes: "\0\0\xfe\xff\0\0\0H\0\0\0\xe9\0\0\0l\0\0\0l\0\0\0o", reads: "Héllo", why: /^It is UTF-32BE by its byte order mark\. UTF-32 is no encoding of the Web: browsers do not recognize it and show it broken\.$/ },
  { bytes: "\xff\xfe\0\0H\0\0\0\xe9\0\0\0", reads: "Hé", why: /^It is UTF-32LE by its byte order mark\. UTF-32 is no encoding of the Web: browsers take it for UTF-16LE and show it broken\.$/ },
];
