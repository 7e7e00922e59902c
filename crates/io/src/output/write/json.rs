//! The formats `jsonl` and `solutions-jsonl`.

use super::{Lines, RowWriter, json_key, json_text};
use crate::output::{
    Plan, Row,
    column::{Column, Value},
    passthrough::{Places, keys, members},
    plan::unlike,
};
use memchr::{memchr, memmem::Finder};
use std::{borrow::Cow, iter};

/// The fields of a row as a JSON object.
pub(in crate::output) struct Json<'p> {
    plan: &'p Plan,
    /// Set if the columns are the default ones of `jsonl` and nothing is kept.
    is_usual: bool,
    /// The member `file` with its comma; empty if the results have none.
    file: Vec<u8>,
    /// The key and colon in front of each column, without the comma.
    keys: Vec<String>,
    /// The comma, key and colon in front of each counter.
    counters: Vec<String>,
    /// Finders for the keys of the columns, to detect them in copied objects.
    names: Vec<Finder<'static>>,
    places: Places,
}

impl<'p> Json<'p> {
    pub fn new(plan: &'p Plan, file: &str) -> Self {
        let mut member = Vec::new();
        if plan.has(Column::File) {
            member.extend_from_slice(b"\"file\":");
            json_text(file, &mut member);
            member.push(b',');
        }
        let keys: Vec<_> = plan.columns.iter().map(|named| json_key(&named.name)).collect();
        let commas = iter::once("").chain(iter::repeat(","));
        let counters = plan.counters.iter().zip(commas);
        let copies_objects = plan.kept.as_ref().is_some_and(|kept| kept.copies_objects);
        let copied = keys.iter().filter(|_| copies_objects);
        let name = |key: &String| Finder::new(key.trim_end_matches(':')).into_owned();
        Self {
            plan,
            is_usual: plan.is_usual && plan.kept.is_none(),
            file: member,
            names: copied.map(name).collect(),
            counters: counters.map(|(name, comma)| comma.to_owned() + &json_key(name)).collect(),
            keys,
            places: Places::default(),
        }
    }

    /// Writes any row, column by column.
    #[inline(never)]
    fn any_row(&mut self, row: Row, lines: &mut Lines) {
        lines.byte(b'{');
        let start = lines.bytes.len();
        let taken = self.kept_members(row, lines);
        for (at, named) in self.plan.columns.iter().enumerate() {
            if lines.bytes.len() > start {
                lines.byte(b',');
            }
            match unlike(&named.name, &taken, str::eq) {
                Cow::Borrowed(_) => lines.text(self.keys[at].as_bytes()),
                Cow::Owned(name) => lines.text(json_key(&name).as_bytes()),
            }
            match named.column.value(row) {
                Value::Number(number) => lines.number(number),
                Value::Plain(text) => {
                    lines.byte(b'"');
                    lines.text(text);
                    lines.byte(b'"');
                }
                Value::Text(text) => json_text(&text, &mut lines.bytes),
                Value::Counters => self.counters(row, lines),
                Value::Null => lines.text(b"null"),
            }
        }
        lines.text(b"}\n");
    }

    /// Copies the members that are kept. Returns the keys that the columns must not repeat, besides
    /// the names that the plan already avoids.
    #[inline(always)]
    fn kept_members(&mut self, row: Row, lines: &mut Lines) -> Vec<String> {
        let Some(kept) = &self.plan.kept else { return Vec::new() };
        if !kept.copies_objects {
            kept.write(row, &mut self.places, lines);
            return Vec::new();
        }
        // A row with a puzzle is an object; a bad row may be anything.
        let is_object = || !row.is_bad() || keys(row.record()).is_some();
        let Some(members) = members(row.record()).filter(|_| is_object()) else {
            return Vec::new();
        };
        lines.text(members);
        let is_in = |name: &Finder| name.find(members).is_some();
        match self.names.iter().any(is_in) || memchr(b'\\', members).is_some() {
            true => keys(row.record()).unwrap_or_default(),
            false => Vec::new(),
        }
    }

    #[inline(always)]
    fn counters(&self, row: Row, lines: &mut Lines) {
        lines.byte(b'{');
        if !row.is_bad() {
            let counters = row.counters();
            let values = counters.common().into_iter().chain(counters.own);
            for (key, value) in self.counters.iter().zip(values) {
                lines.text(key.as_bytes());
                lines.number(value);
            }
        }
        lines.byte(b'}');
    }
}

impl RowWriter for Json<'_> {
    /// Writes what [`Json::any_row`] writes, in less time for the default columns.
    #[inline(always)]
    fn row(&mut self, row: Row, lines: &mut Lines) {
        if !self.is_usual || row.is_bad() {
            return self.any_row(row, lines);
        }
        lines.byte(b'{');
        lines.text(&self.file);
        lines.text(b"\"line\":");
        lines.number(row.line());
        lines.text(b",\"puzzle\":\"");
        lines.text(row.text());
        lines.text(b"\",\"status\":\"");
        lines.text(row.status.name().as_bytes());
        lines.text(b"\",\"message\":null,\"solutions\":");
        lines.number(row.solutions);
        match row.solution {
            None => lines.text(b",\"solution\":null"),
            Some(solution) => {
                lines.text(b",\"solution\":\"");
                lines.text(solution);
                lines.byte(b'"');
            }
        }
        lines.text(b",\"counters\":");
        self.counters(row, lines);
        lines.text(b"}\n");
    }
}
