//! The output for one input.

use std::io::Write;

use crate::failure::Failure;
use crate::input::Resource;
use crate::line::in_one_line;
use crate::settings::{Settings, Task};
use charsniff::{Content, Context, Declaration, Explanation, Health, HealthCheck, Sniffed};

mod convert;
mod damage;
mod encode;
pub mod json;
mod lines;
pub mod lint;
mod text;

/// Writes what was asked for. Returns false if the text was checked and something looks wrong.
pub fn write(mut resource: Resource, settings: &Settings, out: &mut impl Write) -> Result<bool, Failure> {
    let mut context = settings.context(&resource.name)?;
    if !resource.is_whole() {
        context = context.truncated(true);
    }
    match &settings.task {
        Task::Verdict => return verdict(resource, settings, &context, out),
        Task::Explain => return explain(resource, settings, &context, out),
        Task::Json { .. } => return text::json(resource, settings, &context, out),
        // Archives are no resources.
        Task::Names { .. } => {}
        Task::Lines { json, text } => lines::write(&resource, [*json, *text], settings, &context, out)?,
        Task::Lint { json, .. } => return lint::lint(&mut resource, *json, settings, &context, out),
        Task::Decode => text::decode(&mut resource, settings, &context, out)?,
        Task::Repair => text::repair(&resource, settings, &context, out)?,
        Task::Encode(target) => encode::encode(&mut resource, *target, &context, out)?,
        Task::Convert(to) => convert::convert(&mut resource, *to, settings, &context, out)?,
        Task::WriteBack(edited, unmappable) => {
            convert::write_back(&mut resource, edited, *unmappable, settings, &context, out)?;
        }
    }
    Ok(true)
}

/// The name of the encoding in which a resource is read; `None` if it is binary data.
pub fn encoding_of_text(resource: &Resource, settings: &Settings) -> Result<Option<&'static str>, Failure> {
    let context = settings.context(&resource.name)?;
    let context = if resource.is_whole() { context } else { context.truncated(true) };
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, &context);
    Ok((!text::is_no_text(Content::of(&resource.head), &sniffed)).then(|| sniffed.name()))
}

/// Writes a line with the verdict.
fn verdict(
    mut resource: Resource,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, context);
    let content = text::content(&resource.head, context);
    match text::is_no_text(content, &sniffed) {
        true => write!(out, "{:<14}  {:<9}  {:<15}", "-", "-", "-")?,
        false => write!(out, "{:<14}  {:<9}  {:<15}", sniffed.name(), sniffed.confidence, sniffed.source)?,
    }
    let likelihood = sniffed.likelihood(&resource.head, context);
    let runner_up = likelihood.as_ref().and_then(|likelihood| likelihood.runner_up);
    let probability = likelihood.as_ref().map_or("-".into(), |likelihood| format!("{:.3}", likelihood.probability));
    let runner_up = runner_up.map_or("-", |runner_up| runner_up.encoding.name());
    let language = likelihood.as_ref().and_then(|likelihood| likelihood.language.as_deref()).unwrap_or("-");
    writeln!(out, "  {probability:<5}  {runner_up:<14}  {language:<7}  {content:<6}  {}", resource.name)?;
    let health = health(&mut resource, content, &sniffed, settings)?;
    let wrong = text::damage(&resource, content, settings, context)?;
    if let Some(health) = health.filter(|health| wrong.is_empty() || !health.is_well()) {
        writeln!(out, "  {health}")?;
    }
    list_damage(&wrong, out)?;
    list_repairs(&resource, content, &sniffed, settings, out)?;
    Ok(wrong.is_empty() && health.is_none_or(|health| health.is_well()))
}

/// Writes a table with what every stage found.
fn explain(
    mut resource: Resource,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let explanation = charsniff::explain(&resource.head, &settings.headers, context);
    let content = text::content(&resource.head, context);
    write!(out, "{}: {explanation}", resource.name)?;
    list_declarations(&charsniff::declarations(&resource.head, &settings.headers, context), &explanation, out)?;
    writeln!(out, "  content: {content}")?;
    let health = health(&mut resource, content, &explanation.sniffed, settings)?;
    let wrong = text::damage(&resource, content, settings, context)?;
    if let Some(health) = health.filter(|health| wrong.is_empty() || !health.is_well()) {
        writeln!(out, "  health: {health}")?;
    }
    list_damage(&wrong, out)?;
    list_repairs(&resource, content, &explanation.sniffed, settings, out)?;
    writeln!(out)?;
    Ok(wrong.is_empty() && health.is_none_or(|health| health.is_well()))
}

/// Writes a line for each declaration in the bytes that no stage has.
fn list_declarations(
    declarations: &[Declaration],
    explanation: &Explanation,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let is_of_stage = |start: usize| explanation.stages.iter().any(|stage| stage.offset == Some(start));
    let is_other = |found: &&Declaration| found.label_range.as_ref().is_some_and(|range| !is_of_stage(range.start));
    for declaration in declarations.iter().filter(is_other) {
        let Declaration { source, label, encoding, label_range, counts, why_not, .. } = declaration;
        write!(out, "  declaration: {source}")?;
        if let Some(label) = label {
            write!(out, " \"{}\"", json::start_of(label).escape_ascii())?;
        }
        if let Some(range) = label_range {
            write!(out, " at byte {}", range.start)?;
        }
        if let Some(encoding) = encoding {
            write!(out, " → {encoding}")?;
        }
        writeln!(out, "; {}", why_not.as_deref().filter(|_| !counts).unwrap_or("counts"))?;
    }
    Ok(())
}

/// Writes a line for each kind of damage, and one if lines are in several encodings.
fn list_damage(wrong: &text::Wrong, out: &mut impl Write) -> Result<(), Failure> {
    for kind in damage::kinds(&wrong.repairs) {
        writeln!(out, "  {}", in_one_line(&kind.to_string()))?;
    }
    if let Some(several) = &wrong.several {
        writeln!(out, "  {several}")?;
    }
    Ok(())
}

/// Writes a line for each repair, if that was asked for.
fn list_repairs(
    resource: &Resource,
    content: Content,
    sniffed: &Sniffed,
    settings: &Settings,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some((repairs, unlisted)) = text::repairs(resource, content, sniffed, settings)? else { return Ok(()) };
    for repair in &repairs {
        writeln!(out, "  {}", in_one_line(&repair.to_string()))?;
    }
    if unlisted > 0 {
        writeln!(out, "  and {unlisted} more")?;
    }
    Ok(())
}

/// Checks the whole text, if there is one and that was asked for.
fn health(
    resource: &mut Resource,
    content: Content,
    sniffed: &Sniffed,
    settings: &Settings,
) -> Result<Option<Health>, Failure> {
    if !settings.with_health || text::is_no_text(content, sniffed) {
        return Ok(None);
    }
    let mut check = HealthCheck::new(sniffed);
    resource.for_each_chunk(|chunk| {
        check.push(chunk);
        Ok(())
    })?;
    Ok(Some(check.finish()))
}
