//! The rows of crawls as Parquet. The columns have the names of the keys in JSON, with `_` for `-`.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float32Builder, Int32Builder, Int64Builder, LargeStringBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

/// How many bytes of rows, and how many rows, are gathered before they are packed.
const MOST_BYTES: usize = 8 * 1024 * 1024;
const MOST_ROWS: usize = 8192;
/// How many packed bytes are held before they are written: a row group.
const MOST_GROUP: usize = 64 * 1024 * 1024;
const ZSTD_LEVEL: i32 = 1;

/// A row.
#[derive(Default)]
pub struct Row {
    pub url: String,
    pub date: Option<String>,
    pub record_id: Option<String>,
    pub digest: Option<String>,
    pub file: String,
    pub offset: u64,
    pub length: u64,
    pub warc_type: Option<String>,
    pub refers_to: Option<String>,
    pub refers_to_url: Option<String>,
    /// The file and the offset of the record whose body this one has, too.
    pub same_as: Option<(String, u64)>,
    pub status: Option<u16>,
    pub mime_type: Option<String>,
    pub declared_header: Option<String>,
    pub declared_meta: Option<String>,
    pub header_refuted: Option<bool>,
    pub meta_refuted: Option<bool>,
    pub content: Option<&'static str>,
    pub encoding: Option<&'static str>,
    pub confidence: Option<&'static str>,
    pub source: Option<&'static str>,
    pub probability: Option<f32>,
    pub margin: Option<f32>,
    pub runner_up: Option<&'static str>,
    pub runner_up_probability: Option<f32>,
    pub language: Option<String>,
    pub script: Option<String>,
    pub repairs: Option<u64>,
    pub truncated: bool,
    pub damaged: Option<String>,
    pub error: Option<String>,
    pub text: Option<String>,
}

impl Row {
    fn weight(&self) -> usize {
        let strings = [&self.date, &self.record_id, &self.digest, &self.mime_type, &self.damaged, &self.text];
        let strings: usize = strings.into_iter().flatten().map(String::len).sum();
        size_of::<Row>() + self.url.len() + self.file.len() + strings
    }
}

/// A Parquet file that is written.
pub struct Table {
    writer: ArrowWriter<Vec<u8>>,
    rows: Vec<Row>,
    bytes: usize,
    with_text: bool,
}

impl Table {
    /// An empty table; `with_text` says whether it has the column `text`.
    pub fn new(with_text: bool) -> io::Result<Table> {
        let schema = batch(Vec::new(), with_text)?.schema();
        let level = ZstdLevel::try_new(ZSTD_LEVEL).map_err(io::Error::other)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        let writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties)).map_err(io::Error::other)?;
        Ok(Table { writer, rows: Vec::new(), bytes: 0, with_text })
    }

    /// Adds a row. Writes to `out` when enough have come.
    pub fn push(&mut self, row: Row, out: &mut impl Write) -> io::Result<()> {
        self.bytes += row.weight();
        self.rows.push(row);
        if self.bytes >= MOST_BYTES || self.rows.len() >= MOST_ROWS {
            self.pack()?;
            if self.writer.in_progress_size() >= MOST_GROUP {
                self.writer.flush().map_err(io::Error::other)?;
            }
            self.writer.sync()?;
            out.write_all(&mem::take(self.writer.inner_mut()))?;
        }
        Ok(())
    }

    /// Packs the rows that wait.
    fn pack(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let batch = batch(mem::take(&mut self.rows), self.with_text)?;
        self.writer.write(&batch).map_err(io::Error::other)
    }

    /// Writes the rest of the file.
    pub fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        self.pack()?;
        out.write_all(&self.writer.into_inner().map_err(io::Error::other)?)
    }
}

/// The rows as columns.
fn batch(rows: Vec<Row>, with_text: bool) -> io::Result<RecordBatch> {
    let mut columns = Columns { rows, fields: Vec::new(), arrays: Vec::new() };
    let all = &mut columns;
    all.texts("url", false, |row| Some(&row.url));
    all.texts("date", true, |row| row.date.as_deref());
    all.texts("record_id", true, |row| row.record_id.as_deref());
    all.texts("digest", true, |row| row.digest.as_deref());
    all.texts("file", false, |row| Some(&row.file));
    all.numbers("offset", false, |row| i64::try_from(row.offset).ok());
    all.numbers("length", false, |row| i64::try_from(row.length).ok());
    all.texts("warc_type", true, |row| row.warc_type.as_deref());
    all.texts("refers_to", true, |row| row.refers_to.as_deref());
    all.texts("refers_to_url", true, |row| row.refers_to_url.as_deref());
    all.texts("same_as_file", true, |row| row.same_as.as_ref().map(|(file, _)| file.as_str()));
    all.numbers("same_as_offset", true, |row| row.same_as.as_ref().and_then(|(_, offset)| i64::try_from(*offset).ok()));
    let mut status = Int32Builder::new();
    all.rows.iter().for_each(|row| status.append_option(row.status.map(i32::from)));
    all.add("status", true, status);
    all.texts("mime_type", true, |row| row.mime_type.as_deref());
    all.texts("declared_header", true, |row| row.declared_header.as_deref());
    all.texts("declared_meta", true, |row| row.declared_meta.as_deref());
    all.flags("header_refuted", |row| row.header_refuted);
    all.flags("meta_refuted", |row| row.meta_refuted);
    all.texts("content", true, |row| row.content);
    all.texts("encoding", true, |row| row.encoding);
    all.texts("confidence", true, |row| row.confidence);
    all.texts("source", true, |row| row.source);
    all.shares("probability", |row| row.probability);
    all.shares("margin", |row| row.margin);
    all.texts("runner_up", true, |row| row.runner_up);
    all.shares("runner_up_probability", |row| row.runner_up_probability);
    all.texts("language", true, |row| row.language.as_deref());
    all.texts("script", true, |row| row.script.as_deref());
    all.texts("content_charset", true, |row| row.encoding);
    all.texts("content_languages", true, |row| row.language.as_deref().and_then(crate::iso_639_3));
    all.numbers("repairs", true, |row| row.repairs.and_then(|repairs| i64::try_from(repairs).ok()));
    all.flags("truncated", |row| Some(row.truncated));
    all.texts("damaged", true, |row| row.damaged.as_deref());
    all.texts("error", true, |row| row.error.as_deref());
    if with_text {
        let mut texts = LargeStringBuilder::new();
        all.rows.iter().for_each(|row| texts.append_option(row.text.as_deref()));
        all.add("text", true, texts);
    }
    let schema = Arc::new(Schema::new(columns.fields));
    RecordBatch::try_new(schema, columns.arrays).map_err(io::Error::other)
}

struct Columns {
    rows: Vec<Row>,
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

impl Columns {
    fn add(&mut self, name: &str, is_nullable: bool, mut builder: impl ArrayBuilder) {
        let array = builder.finish();
        self.fields.push(Field::new(name, array.data_type().clone(), is_nullable));
        self.arrays.push(array);
    }

    fn texts(&mut self, name: &str, is_nullable: bool, of: impl Fn(&Row) -> Option<&str>) {
        let mut texts = StringBuilder::new();
        self.rows.iter().for_each(|row| texts.append_option(of(row)));
        self.add(name, is_nullable, texts);
    }

    fn numbers(&mut self, name: &str, is_nullable: bool, of: impl Fn(&Row) -> Option<i64>) {
        let mut numbers = Int64Builder::new();
        self.rows.iter().for_each(|row| numbers.append_option(of(row)));
        self.add(name, is_nullable, numbers);
    }

    fn shares(&mut self, name: &str, of: impl Fn(&Row) -> Option<f32>) {
        let mut shares = Float32Builder::new();
        self.rows.iter().for_each(|row| shares.append_option(of(row)));
        self.add(name, true, shares);
    }

    fn flags(&mut self, name: &str, of: impl Fn(&Row) -> Option<bool>) {
        let mut flags = BooleanBuilder::new();
        self.rows.iter().for_each(|row| flags.append_option(of(row)));
        self.add(name, true, flags);
    }
}
