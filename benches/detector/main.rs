//! How right the detector is, and how fast: ours and `chardetng`, side by side.
//!
//!     cargo bench --bench detector                     all of it
//!     cargo bench --bench detector -- accuracy         labelled files, three lengths, hints
//!     cargo bench --bench detector -- misses           every file that either detector gets wrong
//!     cargo bench --bench detector -- languages        Wikipedia text in every encoding that has its letters
//!     cargo bench --bench detector -- speed            pages without declarations, re-encoded
//!     cargo bench --bench detector -- samples          of each wide sample our confidence and who is right;
//!                                                      `CHARSNIFF_SAMPLES` names the unpacked `samples.jsonl`
//!
//! With `CHARSNIFF_TEXTS=FOLDER`, pieces of the `LANG.txt` in it too, as of Wikipedia's text.
//!
//! Reads the corpora beside the project (`../shared/corpus`), and says so where there are none.

mod accuracy;
mod corpus;
mod samples;
mod speed;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if arguments.iter().any(|argument| argument == "samples") {
        match std::env::var("CHARSNIFF_SAMPLES") {
            Ok(path) => samples::print(&path),
            Err(_) => println!("skipped: CHARSNIFF_SAMPLES names no samples"),
        }
        return;
    }
    let wanted = |part: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == part);
    let (files, pages) = (corpus::labelled_files(), corpus::wikipedia());
    if files.is_empty() || pages.is_empty() {
        println!("skipped: no corpus at {}", corpus::root().display());
        return;
    }
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
