//! Runs the examples. Each asserts what it shows.

#[path = "../examples/loader.rs"]
mod loader;
#[path = "../examples/page.rs"]
mod page;

#[test]
fn html5ever_starts_again_when_the_encoding_changes() {
    page::main();
}

#[test]
fn a_loader_decodes_each_resource_in_its_context() {
    loader::main().unwrap();
}
