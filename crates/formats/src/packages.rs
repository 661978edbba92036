//! Where the files are that a URDF names.
//!
//! ROS finds the package of `package://NAME/PATH` by its index of installed packages. A file that was
//! copied has no such index, so the folders above the URDF are asked, from the nearest up:
//!
//! ```text
//!   /ws/src/arm/urdf/arm.urdf names package://NAME/meshes/a.stl
//!
//!   /ws/src/arm/urdf                    for each of these folders D:
//!   /ws/src/arm                           D, if its last name is NAME, or D/package.xml names it so
//!   /ws/src            D/NAME, if it is a folder
//!   /ws
//! ```

use std::path::{Path, PathBuf};

use crate::error::{Error, shortened};
use crate::file::{self, MOST_OF_A_TEXT};
use crate::xml::Document;

/// Finds files by the names that a URDF has for them.
///
/// ```no_run
/// use std::path::Path;
/// use clearance_formats::Packages;
///
/// let packages = Packages::of(Path::new("arm/urdf/arm.urdf")).with("meshes", "/opt/meshes");
/// let path = packages.resolve("package://meshes/link1.stl")?;
/// assert_eq!(path, Path::new("/opt/meshes/link1.stl"));
/// # Ok::<(), clearance_formats::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packages {
    /// Those that were named, the last first.
    named: Vec<(String, PathBuf)>,
    /// The folder of the URDF and all above it.
    above: Vec<PathBuf>,
}

/// Paths that a message has at most.
const SHOWN: usize = 4;

impl Packages {
    /// The packages around a URDF file.
    pub fn of(urdf: &Path) -> Self {
        let whole = std::path::absolute(urdf).unwrap_or_else(|_| urdf.to_owned());
        let above = whole.ancestors().skip(1).map(Path::to_owned).collect();
        Self { named: Vec::new(), above }
    }

    /// The same with the folder of a package. It comes before all others of its name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.named.insert(0, (name.into(), folder.into()));
        self
    }

    /// The path of a file that exists.
    ///
    /// `uri` is `package://NAME/PATH`, `model://NAME/PATH`, `file://PATH`, or a path, absolute or from the
    /// folder of the URDF. A `\` separates folders as `/` does, and `%20` is a blank where no file has it in
    /// its name. Symbolic links are followed. `..` means what it means in any path: a URDF can name every
    /// file that its reader may read.
    ///
    /// # Errors
    /// Other kinds of URI; a package without a name; no such file: the message has the paths that were
    /// tried.
    pub fn resolve(&self, uri: &str) -> Result<PathBuf, Error> {
        let plain = uri.trim().replace('\\', "/");
        let mut tried = self.candidates(&plain)?;
        let decoded = percent_decoded(&plain);
        if decoded != plain {
            tried.extend(self.candidates(&decoded)?);
        }
        if let Some(found) = tried.iter().find(|path| path.is_file()) {
            return Ok(found.clone());
        }
        let shown: Vec<String> =
            tried.iter().take(SHOWN).map(|path| path.display().to_string()).collect();
        let more = if tried.len() > SHOWN { ", ..." } else { "" };
        let advice = match package(&plain) {
            Some((name, _)) if shown.is_empty() => {
                format!(
                    "no folder of the package is above the file: name it by --package {name}=DIR"
                )
            }
            _ => format!("no such file: {}{more}", shown.join(", ")),
        };
        Err(Error::new(format!("\"{}\": {advice}", shortened(uri))))
    }

    /// The paths that a URI can mean, the likeliest first.
    fn candidates(&self, uri: &str) -> Result<Vec<PathBuf>, Error> {
        let wrong = |what: &str| Err(Error::new(format!("\"{}\": {what}", shortened(uri))));
        if let Some((name, path)) = package(uri) {
            if ["", ".", ".."].contains(&name) {
                return wrong("no package is named");
            }
            return Ok(self.folders(name).into_iter().map(|folder| folder.join(path)).collect());
        }
        let path = uri.strip_prefix("file://").unwrap_or(uri);
        if path.contains("://") {
            return wrong("only package://, model://, file:// and paths are read");
        }
        if path.is_empty() {
            return wrong("no file is named");
        }
        // `join` with an absolute path is that path.
        Ok(vec![self.above.first().map_or_else(|| path.into(), |folder| folder.join(path))])
    }

    /// The folders that a package can be in, the likeliest first.
    fn folders(&self, name: &str) -> Vec<PathBuf> {
        let named = self.named.iter().filter(|(known, _)| known == name);
        let mut folders: Vec<PathBuf> = named.map(|(_, folder)| folder.clone()).collect();
        for folder in &self.above {
            let is_it = folder.file_name().is_some_and(|last| last == name);
            if is_it || manifest_name(folder).is_some_and(|n| n == name) {
                folders.push(folder.clone());
            }
            let below = folder.join(name);
            if below.is_dir() && !folders.contains(&below) {
                folders.push(below);
            }
        }
        folders
    }
}

/// The name of the package and the path in it.
fn package(uri: &str) -> Option<(&str, &str)> {
    let path = uri.strip_prefix("package://").or_else(|| uri.strip_prefix("model://"))?;
    // Some files have three slashes.
    let path = path.trim_start_matches('/');
    let (name, path) = path.split_once('/').unwrap_or((path, ""));
    // A path that began with `/` would be one from the root.
    Some((name, path.trim_start_matches('/')))
}

/// The name that `package.xml` in a folder gives.
fn manifest_name(folder: &Path) -> Option<String> {
    let bytes = file::read(&folder.join("package.xml"), MOST_OF_A_TEXT).ok()?;
    let text = file::text(&bytes).ok()?;
    let document = Document::parse(&text).ok()?;
    Some(document.root().named("name").next()?.text().trim().to_owned())
}

/// Replaces `%20` by a blank, and others alike.
pub(crate) fn percent_decoded(text: &str) -> String {
    let hex = |digits: &str| u8::from_str_radix(digits, 16).ok();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend(before.bytes());
        match after.get(..2).and_then(hex) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(b'%');
                rest = after;
            }
        }
    }
    bytes.extend(rest.bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}
