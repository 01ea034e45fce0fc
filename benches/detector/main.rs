//! Accuracy and speed of the detector, beside `chardetng`.
//!
//!     cargo bench --bench detector                     all of it
//!     cargo bench --bench detector -- accuracy         labelled files, three lengths, hints
//!     cargo bench --bench detector -- misses           every file that either detector gets wrong
//!     cargo bench --bench detector -- languages        Wikipedia text in every encoding that has its letters
//!     cargo bench --bench detector -- speed            pages without declarations, re-encoded
//!     cargo bench --bench detector -- samples          of each wide sample our probability and who is right
//!     cargo bench --bench detector -- calibrate        of every fourth line of `fixtures/detector` our probability and
//!                                                      whether we are right, when the tables are made without them
//!     cargo bench --bench detector -- hints            wide samples with no hint, the right one, a wrong one
//!     cargo bench --bench detector -- names            the time for the names of an archive, all at once and each alone
//!     cargo bench --bench detector -- answers SAMPLES OUT   what `tools/scoreboard` compares
//!
//! With `CHARSNIFF_TEXTS=FOLDER`, the files `LANG.txt` of the folder are used like Wikipedia's
//! text.
//!
//! Reads the corpora in `../shared/corpus`, else `fixtures`; `samples` and `hints` need the corpora.

mod accuracy;
mod answers;
mod calibrate;
mod corpus;
mod hints;
#[path = "../language.rs"]
mod language;
mod names;
#[path = "../pages.rs"]
mod pages;
mod samples;
mod speed;
#[path = "../text.rs"]
mod text;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let [what, samples, out] = &arguments[..]
        && what == "answers"
    {
        return answers::write(samples, out);
    }
    // These are asked for by name: the corpus that they read is large.
    if arguments.iter().any(|argument| argument == "samples") {
        return samples::print();
    }
    if arguments.iter().any(|argument| argument == "calibrate") {
        return calibrate::print();
    }
    if arguments.iter().any(|argument| argument == "hints") {
        return hints::print();
    }
    if arguments.iter().any(|argument| argument == "names") {
        return names::print();
    }
    let wanted = |part: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == part);
    let (files, pages) = (corpus::labelled_files(), corpus::articles());
    if wanted("accuracy") {
        accuracy::labelled(&files);
        accuracy::hints(&files);
    }
    if arguments.iter().any(|argument| argument == "misses") {
        accuracy::misses(&files);
    }
    if wanted("languages") {
        accuracy::languages(&pages);
    }
    if let Some(folder) = std::env::var_os("CHARSNIFF_TEXTS") {
        accuracy::languages(&corpus::pages(folder.as_ref()));
    }
    if wanted("speed") {
        speed::measure(&pages);
    }
}
