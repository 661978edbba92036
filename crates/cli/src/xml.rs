//! Elements of XML, which `quick-xml` writes: BCF and JUnit.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::text::shown;

/// An element with a text, or with others in it.
pub struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: Option<String>,
    children: Vec<Self>,
}

impl Element {
    /// One that holds others, in this order.
    pub fn of(name: &'static str, children: impl IntoIterator<Item = Self>) -> Self {
        let children = children.into_iter().collect();
        Self { name, attributes: Vec::new(), text: None, children }
    }
    /// One that holds a text.
    pub fn text(name: &'static str, text: impl ToString) -> Self {
        Self { text: Some(text.to_string()), ..Self::of(name, []) }
    }
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// A file with this element as its root.
    pub fn document(&self) -> io::Result<Vec<u8>> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        self.write(&mut writer)?;
        Ok(writer.into_inner())
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let attributes = self.attributes.iter().map(|(name, value)| (*name, value.as_str()));
        let element = writer.create_element(self.name).with_attributes(attributes);
        match &self.text {
            Some(text) => element.write_text_content(BytesText::new(text))?,
            None if self.children.is_empty() => element.write_empty()?,
            None => element.write_inner_content(|writer| {
                self.children.iter().try_for_each(|child| child.write(writer))
            })?,
        };
        Ok(())
    }
}

/// Text that XML can hold: control characters as they are in tables.
pub fn clean(text: &str) -> String {
    shown(text).chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}
