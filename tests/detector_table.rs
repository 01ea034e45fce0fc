//! The detector's table and what it is made from.

use std::fs;

#[path = "../examples/generate_detector_tables/tables.rs"]
mod generator;

/// The table in `src` is the one that the generator makes from the texts in `fixtures/detector`.
#[test]
fn the_table_is_what_the_generator_writes() {
    let tables = generator::tables().unwrap();
    assert_eq!(tables.len(), 11);
    for (path, made) in tables {
        let kept = fs::read(&path).unwrap();
        let difference = made.iter().zip(&kept).position(|(made, kept)| made != kept);
        assert_eq!((difference, made.len()), (None, kept.len()), "byte of {path}, and its length");
    }
}

/// Languages that stay unseen, so that languages without a model can be measured: their tags, and
/// the codes of their texts of the Universal Declaration.
const UNSEEN: &str = "aa ach acu an arn az bum cak cas cri dsb frp fy gag gn gv hus kbd kha kmb mcf mtp nds oc pcd qu \
    qva qvh qwh qxu rgn rmn sg slr suk tzh tzo umb yua yuz \
    007 009 011 aar acu_1 arg auv azj azj_cyrl azj_latn btb eml fri fry glv grn gug hsf hva lnc oci oci_1 oci_2 \
    oci_3 oci_4 prv qud que quz rmn_1 sag tzc";

#[test]
fn no_text_is_in_a_language_that_stays_unseen() {
    let mut files = 0;
    for kind in ["words", "names", "sentences", "udhr", "pairs"] {
        for entry in fs::read_dir(format!("fixtures/detector/{kind}")).unwrap() {
            let path = entry.unwrap().path();
            let tag = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(!UNSEEN.split_whitespace().any(|unseen| unseen == tag), "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 450, "{files}");
}
