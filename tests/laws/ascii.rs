//! ASCII as people have it: columns, tables, logs, code, sequences, rulers.

use crate::random::Random;

const WORDS: &str = "the of and to in is it yes no on off true false null ok n/a open closed male female low high north \
                     south jan feb mar mon tue red blue oui non ja nein si da net id name date total";

fn one_of<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[random.below(words.len())]
}

/// The generated text of a kind that `random` picks.
pub fn text(random: &mut Random) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let rows = [4, 8, 20, 50, 300][random.below(5)];
    let end = ["\n", "\r\n"][random.below(2)];
    let letters: Vec<char> = {
        let all: Vec<char> = "YNOJTFMWABCXynojtfmwabcx01-=~.*#,;|/_".chars().collect();
        (0..2 + random.below(3)).map(|_| all[random.below(all.len())]).collect()
    };
    let letter = |random: &mut Random| letters[random.below(letters.len())];
    let lines = |random: &mut Random, line: &dyn Fn(&mut Random) -> String| {
        (0..rows).map(|_| line(random) + end).collect::<String>()
    };
    match random.below(18) {
        // A column, a table, and values in quotes.
        0 => lines(random, &|random| letter(random).to_string()),
        1 => {
            let separator = [",", ";", "\t", "|", " "][random.below(5)];
            let columns = 2 + random.below(4);
            lines(random, &|random| {
                let row: Vec<String> = (0..columns).map(|_| letter(random).to_string()).collect();
                row.join(separator)
            })
        }
        2 => lines(random, &|random| format!("\"{}\",\"{}\",\"\"", letter(random), one_of(random, &words))),
        3 => lines(random, &|random| {
            let end = 10usize.pow(1 + random.below(5) as u32);
            random.below(end).to_string()
        }),
        4 => lines(random, &|random| format!("{}.{:02};{}", random.below(9), random.below(100), random.below(100))),
        // Rulers, and the gap of a sequence.
        5 => letters[0].to_string().repeat([8, 40, 200][random.below(3)]),
        6 => format!("{}{}", letters[0], letters[1]).repeat([5, 20, 100][random.below(3)]),
        7 => {
            let words = |random: &mut Random| {
                let row: Vec<&str> = (0..1 + random.below(4)).map(|_| one_of(random, &words)).collect();
                row.join("\t")
            };
            lines(random, &words)
        }
        8 => (0..rows).map(|_| one_of(random, &words)).collect::<Vec<_>>().join(" "),
        9 => (0..rows).map(|_| one_of(random, &words)).collect::<Vec<_>>().join(" ").to_uppercase(),
        10 => lines(random, &|random| {
            let (hour, minute, second) = (random.below(24), random.below(60), random.below(60));
            format!(
                "2024-0{}-1{} {hour:02}:{minute:02}:{second:02} INFO {}",
                1 + random.below(9),
                random.below(9),
                one_of(random, &words)
            )
        }),
        11 => {
            let value =
                |random: &mut Random| one_of(random, &["0", "1", "null", "true", "\"N\"", "\"Y\"", "\"O\"", "\"\""]);
            let values: Vec<&str> = (0..rows).map(|_| value(random)).collect();
            format!("[{}]", values.join([",", ", "][random.below(2)]))
        }
        12 => lines(random, &|random| format!("{{\"{}\":\"{}\"}}", one_of(random, &words), letter(random))),
        13 => (0..rows * 4)
            .map(|at| format!("{}{}", one_of(random, &["A", "C", "G", "T", "N"]), if at % 60 == 59 { end } else { "" }))
            .collect(),
        14 => (0..rows * 2).map(|_| char::from(b"0123456789abcdef"[random.below(16)])).collect(),
        15 => (0..rows * 2).map(|_| letter(random)).collect(),
        16 => lines(random, &|random| {
            format!("if ({} == {}) {{ return {}; }}", one_of(random, &words), letter(random), random.below(10))
        }),
        _ => (0..rows).map(|_| char::from(b' ' + random.below(95) as u8)).collect(),
    }
}
