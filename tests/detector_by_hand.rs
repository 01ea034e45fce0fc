//! Typical short inputs, and the encoding that a person expects.

#![cfg(feature = "detector")]

use charsniff::{Context, detect, sniff};

/// A description, the text, and its encoding.
const INPUTS: &[(&str, &str, &str)] = &[
    ("English with a copyright sign", "Copyright © 2004 Acme Ltd. All rights reserved.", "windows-1252"),
    ("a recipe", "½ cup", "windows-1252"),
    ("a recipe", "Add ½ cup of sugar and ¼ tsp. salt", "windows-1252"),
    ("a file name", "Lebenslauf_Müller.pdf", "windows-1252"),
    ("a file name", "C:\\Documents\\Présentation finale.ppt", "windows-1252"),
    ("CSV", "id;name;age\n1;José;31\n2;Mary;28\n", "windows-1252"),
    ("CSV", "first,last,city\nAnna,Nuñez,Austin\n", "windows-1252"),
    ("source code", "/* Author: Jürgen Groß <jg@example.org> */\nint x;\n", "windows-1252"),
    ("source code", "# -- by André --\nimport sys\n", "windows-1252"),
    ("Latin-1", "naïve café", "windows-1252"),
    ("Latin-1", "déjà vu", "windows-1252"),
    ("curly quotes", "He said “yes” and left.", "windows-1252"),
    ("a curly apostrophe", "It’s a dog’s life", "windows-1252"),
    (
        "quotation marks that point inward",
        "Be sure that »hostname« and »port« are set before »start« is called.",
        "windows-1252",
    ),
    (
        "quotation marks that point inward",
        "Er nannte es »Kunst«, sie »Unfug« und alle anderen »modern«.",
        "windows-1252",
    ),
    ("quotation marks that point inward", "De skrev »klar« og »slut« i bogen.", "windows-1252"),
    ("quotation marks that point inward", "He called it »art«, she said »nonsense«.", "windows-1252"),
    ("quotation marks without a quotation", "The value is “” if nothing was typed.", "windows-1252"),
    ("quotation marks without a quotation", "ikusi da aurretik 'doctype'ik ikusi gabe. “”", "windows-1252"),
    ("a title", "<head>\r\n<title>Broń</title>\r\n<!--[if gte mso 9]>", "windows-1250"),
    (
        "a page with one letter above U+007F",
        "<title>Arşiv</title>\n<p>Eski iletiler burada okunabilir, isterseniz indirebilirsiniz.\n\
        <p>Daha fazla bilgi almak isteyen herkes bize sorabilir.",
        "windows-1254",
    ),
    (
        "a page with one letter above U+007F",
        "Inna broń\n<p>Autor opisuje tu swoje prace, kolejno od najstarszej do najnowszej.",
        "windows-1250",
    ),
    (
        "years",
        "Født på gården, og opdrættet sammen med søsteren. Også mor vandt før i tiden, på en udstilling i København, \
         og så blev det også hendes sidste år. SW’11’12’13 og WW’12’14’15.",
        "windows-1252",
    ),
    ("a price", "Now only €5!", "windows-1252"),
    ("a price", "£9.99 each", "windows-1252"),
    ("a trade mark", "Widget™ is here", "windows-1252"),
    ("a dash", "one — two", "windows-1252"),
    ("a sign alone", "€", "windows-1252"),
    ("a sign alone", "™", "windows-1252"),
    ("a sign alone", "—", "windows-1252"),
    ("a sign alone", "©", "windows-1252"),
    ("a temperature", "21 °C", "windows-1252"),
    ("a temperature", "It was 30° in the shade", "windows-1252"),
    ("an area", "200 m² of floor", "windows-1252"),
    ("an area", "100 m²", "windows-1252"),
    ("an accent in place of an apostrophe", "I don´t know", "windows-1252"),
    ("an accent in place of an apostrophe", "it´s", "windows-1252"),
    ("a number", "nº 54", "windows-1252"),
    ("a number", "Nº 12", "windows-1252"),
    ("a sign after a word", "the¬", "windows-1252"),
    ("letters in a program", "char *s = \"éáû\";", "windows-1252"),
    ("letters in a program", "map['á'] = 'a'; map['é'] = 'e'; map['í'] = 'i';", "windows-1252"),
    ("letters in a program", "{'ä': 'ae', 'ö': 'oe', 'ü': 'ue', 'ß': 'ss'}", "windows-1252"),
    ("letters in a program", "preg_match(\"/^[a-zA-ZéèêëàâîïôùûüçÉÈÀ]+$/\", $s)", "windows-1252"),
    ("letters in a program", "[A-Za-zÀ-ÖØ-öø-ÿ]", "windows-1252"),
    ("letters in a program", "[ąćęłńóśźż]", "windows-1250"),
    ("an alphabet", "ä ö ü ß", "windows-1252"),
    ("an alphabet", "á é í ó ú", "windows-1252"),
    ("an alphabet", "æ ø å", "windows-1252"),
    ("an alphabet", "éèêëàâîïôùûüç", "windows-1252"),
    ("a table of characters", "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ", "windows-1252"),
    (
        "signs beside signs",
        "Hoje\u{A0}…\u{A0}— ©\u{A0}®\u{A0}™\u{A0}•\u{A0}· §\u{A0}¶\u{A0}†\u{A0}‡ até",
        "windows-1252",
    ),
    ("a person", "Bjørn Åse Ångström", "windows-1252"),
    ("a Spanish question", "¿Qué hora es?", "windows-1252"),
    ("a Spanish exclamation", "¡no!", "windows-1252"),
    ("a Spanish exclamation", "¡viva!", "windows-1252"),
    ("a Spanish exclamation", "¡increible!", "windows-1252"),
    ("a Spanish exclamation", "¡¡Hola!!", "windows-1252"),
    ("a Spanish exclamation", "¡¡¡¡Gol!!!!", "windows-1252"),
    ("a table with one accent", "N\tY\tY\tN\tY\tN\tY\tO\tO\tY\tN\tN\tN\tN\tY\tN\tN\tN\tN\tO é\n", "windows-1252"),
    ("a table with a control", "F\nF\nT\nF\nT\nT\u{1A}\nF\nF\n", "utf-8"),
    ("a table with a control", "N\tO\tY\tN\tY\u{3}0\tN\tY\tN\tO\tN\tN\tY\tY\tO\tN\tO\tY\tO\tO\tY\tO\r\n", "utf-8"),
    ("a Portuguese title", "Informação e comunicação", "windows-1252"),
    ("a Swedish title", "Välkommen till Malmö", "windows-1252"),
    ("a French title", "L’été à la plage", "windows-1252"),
    ("a German title", "Über uns – Straße und Verkehr", "windows-1252"),
    ("a frame in Japanese source", "// ┌──────────┐\n// └──────────┘\n", "shift_jis"),
    ("a tree in Japanese", "src\n├─ main.c\n└─ util.c\n", "shift_jis"),
    ("bars in Traditional Chinese", "load  ▁▃▅█▅▃▁\ndisk  ▂▂▄▆▇█▆\n", "big5"),
    ("a roof of blocks in Traditional Chinese", "  ◢██◣\n ◢████◣\n  ▍  ▋▊\n", "big5"),
    ("a Turkish message", "URI hatalı", "windows-1254"),
    ("a Polish message", "Pokaż ten komunikat", "windows-1250"),
    ("emoji", "Nice 👍 see you 🎉", "utf-8"),
    ("UTF-8", "naïve café", "utf-8"),
    ("UTF-8", "It’s", "utf-8"),
    ("UTF-8 with a NUL", "При\0вет мир ", "utf-8"),
    ("a Japanese title", "東京の天気予報", "shift_jis"),
    ("a Japanese title", "お知らせ", "shift_jis"),
    ("a Japanese title", "会社案内とニュース", "euc-jp"),
    ("a Korean title", "서울의 날씨", "euc-kr"),
    ("a Korean title", "공지사항 안내", "euc-kr"),
    ("a Chinese title", "北京天气预报", "gbk"),
    ("a Chinese title", "臺北市政府全球資訊網", "big5"),
    ("full-width digits", "rows = {\"\", \"１\", \"２\", \"３\", \"４\", \"５\", \"６\"};", "big5"),
    ("a Czech title", "Příliš žluťoučký kůň", "windows-1250"),
    ("a Czech title", "Domácí stránka města Třebíče", "iso-8859-2"),
    ("a Polish title", "Zażółć gęślą jaźń", "windows-1250"),
    ("a Polish title", "Wydział Matematyki i Nauk Społecznych", "iso-8859-2"),
    ("a Hungarian title", "Magyar nyelvű főoldal és könyvtár", "windows-1250"),
    ("a Turkish title", "Türkiye’nin şehirleri ve ilçeleri", "windows-1254"),
    ("a Turkish title", "İletişim bilgileri", "windows-1254"),
    ("a Greek title", "Η αρχική σελίδα", "windows-1253"),
    ("a Greek title", "Νέα και ανακοινώσεις", "iso-8859-7"),
    ("Thai", "ข่าววันนี้", "windows-874"),
    ("Thai", "สวัสดีครับ", "windows-874"),
    ("a font", "body { font-family: 宋体; }", "gbk"),
    ("a font", "font: 12px 黑体, sans-serif", "gbk"),
    ("a font", "font-family: 新細明體", "big5"),
    ("a font", "font-family: 'ＭＳ Ｐゴシック'", "shift_jis"),
    ("a font", "font-family: 'ＭＳ Ｐゴシック'", "euc-jp"),
    ("a font", "FONT-FAMILY: 굴림; font-size: 9pt", "euc-kr"),
    ("a Russian word", "Новости", "windows-1251"),
    ("a Russian word", "Привет", "windows-1251"),
    ("a Russian preposition of one letter behind a path", "/usr/etc В этом каталоге", "windows-1251"),
    ("a Russian preposition of one letter before ASCII", "Мы идем с http://example.org", "windows-1251"),
    ("a Russian acronym with an ending", "ВУЗы", "windows-1251"),
    ("a Russian acronym with an ending", "ЗАГСа", "koi8-r"),
    ("Russian", "Главная страница", "windows-1251"),
    ("Russian", "Добро пожаловать", "koi8-r"),
    ("a Russian word", "Привет", "koi8-r"),
    ("DOS", "Файл не найден", "ibm866"),
    ("DOS", "Нажмите любую клавишу", "ibm866"),
    ("Ukrainian", "Головна сторінка", "windows-1251"),
    ("Hebrew", "ברוכים הבאים", "windows-1255"),
    ("Arabic", "أهلا وسهلا بكم", "windows-1256"),
    ("Lithuanian", "Sveiki atvykę į mūsų puslapį", "windows-1257"),
    ("Vietnamese", "Trang chu\u{309} tiê\u{301}ng Viê\u{323}t", "windows-1258"),
];

fn bytes(text: &str, label: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!is_lossy, "{label} has not all of {text}");
    bytes.into_owned()
}

#[test]
fn short_inputs_are_what_a_person_expects() {
    let mut wrong = Vec::new();
    for (what, text, label) in INPUTS {
        let bytes = bytes(text, label);
        for (how, found) in [
            ("text", sniff(&bytes, (), &Context::text()).encoding),
            ("page", sniff(&bytes, (), &Context::html()).encoding),
            ("detect", detect(&bytes).expect("text").encoding),
        ] {
            // An encoding that decodes the text alike is right, too.
            if found.decode_without_bom_handling(&bytes).0 != *text {
                wrong.push(format!("{what}, {how}: {text:?} in {label} is taken for {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
