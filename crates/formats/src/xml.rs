//! XML as a tree of elements with their lines.
//!
//! The events of `quick-xml` are taken more tolerantly than the standard has it, because files of robots
//! are often written by hand and read by parsers that do not check: prefixes need no declaration, a second
//! XML declaration is skipped, and what follows the root is left to the caller. But all elements must be
//! closed in order, so a truncated file is an error.
//!
//! Input is not trusted. No entity is expanded, depth and numbers are bounded, and nothing here recurses.

use std::borrow::Cow;
use std::ops::Range;

use clearance_lines::words::guess;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::Error;
use crate::error::{Notes, shortened};

/// Elements of a file. Each takes about 150 bytes.
const MOST_ELEMENTS: usize = 1_000_000;
/// Elements inside each other. So code that recurses over children is safe.
const MOST_DEPTH: usize = 200;
/// Attributes of an element. Each is compared with all before it.
const MOST_ATTRIBUTES: usize = 200;

/// Tags and text of a file, one after the other.
pub struct Events<'t> {
    reader: Reader<&'t [u8]>,
    text: &'t str,
    /// The line where the last event began.
    pub line: usize,
    counted: usize,
}

impl<'t> Events<'t> {
    pub fn of(text: &'t str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().allow_dangling_amp = true;
        Self { reader, text, line: 1, counted: 0 }
    }

    /// Where the next one begins in the text.
    fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// The next one. `End` is that of the last open tag.
    pub fn next(&mut self) -> Result<Event<'t>, Error> {
        let position = self.position();
        let passed = self.text.as_bytes().get(self.counted..position).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.counted = position;
        let event = self.reader.read_event().map_err(|e| Error::at(self.line, e.to_string()))?;
        match event {
            Event::DocType(text) if text.contains("<!ENTITY") => {
                Err(Error::at(self.line, "it defines entities, which are not read"))
            }
            event => Ok(event),
        }
    }
}

/// Has a tag that is inside of `depth` others bounded attributes, each once, and is it not too deep?
pub fn check(tag: &BytesStart<'_>, line: usize, depth: usize) -> Result<(), Error> {
    let name = || shortened(tag.name().as_ref());
    for (number, attribute) in tag.attributes().enumerate() {
        attribute.map_err(|e| Error::at(line, format!("<{}>: {e}", name())))?;
        if number == MOST_ATTRIBUTES {
            let what = format!("<{}> has more than {MOST_ATTRIBUTES} attributes", name());
            return Err(Error::at(line, what));
        }
    }
    if depth == MOST_DEPTH {
        let what = format!("<{}> is inside of {MOST_DEPTH} elements, too many", name());
        return Err(Error::at(line, what));
    }
    Ok(())
}

/// The value of an attribute of a tag. An entity that XML does not define is left as it stands.
pub fn attribute<'t>(tag: &'t BytesStart<'_>, name: &str) -> Option<Cow<'t, str>> {
    let attribute = tag.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or(attribute.value))
}

/// All elements of a file.
pub struct Document<'t> {
    /// In the order of their start tags. The first is the root.
    elements: Vec<Element<'t>>,
    /// The line of an element after the root.
    pub second_root: Option<usize>,
}

struct Element<'t> {
    /// The start tag with its attributes, as it stands in the file.
    tag: BytesStart<'t>,
    line: usize,
    /// Where it stands in the text, from its start tag to its end tag.
    range: Range<usize>,
    /// By their numbers in the document.
    children: Vec<usize>,
    text: Cow<'t, str>,
}

impl<'t> Document<'t> {
    /// Reads a whole document.
    pub fn parse(text: &'t str) -> Result<Self, Error> {
        let mut events = Events::of(text);
        let mut document = Self { elements: Vec::new(), second_root: None };
        let mut open: Vec<usize> = Vec::new();
        loop {
            let position = events.position();
            match events.next()? {
                Event::Start(tag) => {
                    let range = position..events.position();
                    open.push(document.enter(tag, events.line, range, &open)?);
                }
                Event::Empty(tag) => {
                    let range = position..events.position();
                    document.enter(tag, events.line, range, &open)?;
                }
                Event::End(_) => {
                    if let Some(element) = open.pop() {
                        document.elements[element].range.end = events.position();
                    }
                }
                Event::Text(piece) => document.append(&open, piece.into_inner()),
                Event::CData(piece) => document.append(&open, piece.into_inner()),
                // As it stands, so that it is no part of a number.
                Event::GeneralRef(name) => document.append(&open, format!("&{};", &*name).into()),
                Event::DocType(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
                Event::Eof => break,
            }
        }
        if let Some(last) = open.last().map(|i| document.node(*i)) {
            let what = format!("the file ends inside of <{}>", shortened(last.name()));
            return Err(Error::at(last.line(), what));
        }
        if document.elements.is_empty() {
            return Err(Error::new("it has no XML elements"));
        }
        Ok(document)
    }

    /// The root.
    pub fn root(&self) -> Node<'_> {
        self.node(0)
    }

    /// All elements, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.elements.len()).map(|index| self.node(index))
    }

    fn node(&self, index: usize) -> Node<'_> {
        Node { document: self, index }
    }

    /// Adds an element to the last of the open ones.
    fn enter(
        &mut self,
        tag: BytesStart<'t>,
        line: usize,
        range: Range<usize>,
        open: &[usize],
    ) -> Result<usize, Error> {
        check(&tag, line, open.len())?;
        let index = self.elements.len();
        if index == MOST_ELEMENTS {
            return Err(Error::at(line, format!("it has more than {MOST_ELEMENTS} elements")));
        }
        match open.last() {
            Some(parent) => self.elements[*parent].children.push(index),
            None if index > 0 => self.second_root = self.second_root.or(Some(line)),
            None => {}
        }
        let (children, text) = (Vec::new(), Cow::default());
        self.elements.push(Element { tag, line, range, children, text });
        Ok(index)
    }

    /// Adds a piece to the text of the innermost open element.
    fn append(&mut self, open: &[usize], piece: Cow<'t, str>) {
        let Some(element) = open.last().map(|i| &mut self.elements[*i]) else { return };
        if !element.text.is_empty() {
            element.text.to_mut().push_str(&piece);
        } else if !piece.trim_ascii().is_empty() {
            element.text = piece;
        }
    }
}

/// What is known of the elements of a name.
pub struct Known {
    pub name: &'static str,
    pub attributes: &'static [&'static str],
    pub children: &'static [&'static str],
}

/// An element of a document.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    /// Its number in the document.
    pub index: usize,
}

impl<'d> Node<'d> {
    fn element(self) -> &'d Element<'d> {
        &self.document.elements[self.index]
    }

    /// The name with its prefix, as in `drake:joint`.
    pub fn name(self) -> &'d str {
        let tag = &self.element().tag;
        &tag[..tag.name().as_ref().len()]
    }

    /// Where it stands in the text, from its start tag to its end tag.
    pub fn range(self) -> Range<usize> {
        self.element().range.clone()
    }

    /// The line of the start tag.
    pub fn line(self) -> usize {
        self.element().line
    }

    /// The value of an attribute.
    pub fn attribute(self, name: &str) -> Option<Cow<'d, str>> {
        attribute(&self.element().tag, name)
    }

    /// All attributes, by name and value.
    pub fn attributes(self) -> impl Iterator<Item = (Cow<'d, str>, Cow<'d, str>)> {
        let attributes = self.element().tag.attributes().flatten();
        attributes.map(|attribute| {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            (attribute.key.into_inner().into(), value.unwrap_or(attribute.value))
        })
    }

    /// The value of an attribute that must be there, and not blank.
    pub fn required(self, name: &str) -> Result<String, Error> {
        let value = self.attribute(name).unwrap_or_default().trim().to_owned();
        if value.is_empty() {
            return Err(self.error(format!("a <{}> has no {name}", self.name())));
        }
        Ok(value)
    }

    /// The text of this element, without that of its children.
    pub fn text(self) -> &'d str {
        &self.element().text
    }

    pub fn children(self) -> impl Iterator<Item = Self> {
        let document = self.document;
        self.element().children.iter().map(move |index| Node { document, index: *index })
    }

    /// The children of a name.
    pub fn named(self, name: &str) -> impl Iterator<Item = Self> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The child of a name that stands there once at most: of two, none is passed over.
    pub fn child(self, name: &str) -> Result<Option<Self>, Error> {
        let mut named = self.named(name);
        let child = named.next();
        named.next().map_or(Ok(child), |second| {
            Err(second.error(format!("a second <{name}> in a <{}>", shortened(self.name()))))
        })
    }

    /// Notes all that is unknown in this element and in those inside of it, as far as the table has them: it may be
    /// misspelled. Names with a prefix are those of one program.
    pub fn note_unknown(self, table: &[Known], notes: &mut Notes) {
        let Some(known) = table.iter().find(|known| known.name == self.name()) else { return };
        let is_foreign = |name: &str| name.contains(':') || name == "xmlns";
        let tag = known.name;
        for (name, _) in self.attributes().filter(|(name, _)| !is_foreign(name)) {
            if !known.attributes.contains(&&*name) {
                let (name, meant) = (shortened(&name), guess(&name, known.attributes));
                notes.add(self.line(), format!("<{tag} {name}> is not read{meant}"));
            }
        }
        for child in self.children().filter(|child| !is_foreign(child.name())) {
            if known.children.contains(&child.name()) {
                child.note_unknown(table, notes);
            } else {
                let (name, meant) = (shortened(child.name()), guess(child.name(), known.children));
                notes.add(child.line(), format!("<{name}> in a <{tag}> is not read{meant}"));
            }
        }
    }

    /// An error about this element.
    pub fn error(self, what: impl Into<String>) -> Error {
        Error::at(self.line(), what)
    }
}
