//! Safe writing: an unfinished file never replaces another.
//!
//! A regular file is written beside its destination and renamed at the end, through symbolic links and
//! with the mode of the file that it replaces. On Linux it has no name until then, so nothing is left
//! behind, however the command ends. Pipes, devices and the standard streams are written directly.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use atomic_write_file::AtomicWriteFile;

use crate::input;
use crate::text::shown;

/// A destination. Output that is not committed does not replace a file.
pub enum Output {
    /// Written directly.
    Direct(Box<dyn Write>),
    /// Written beside its place.
    Beside(BufWriter<AtomicWriteFile>),
}

impl Output {
    /// Standard output. `shared`: is other text also written there, line by line?
    pub fn standard(shared: bool) -> Self {
        let stdout = io::stdout();
        // On a terminal or a shared stream, lines are flushed one by one.
        Self::Direct(if shared || stdout.is_terminal() {
            Box::new(stdout)
        } else {
            Box::new(BufWriter::new(stdout))
        })
    }

    /// Creates a file of this name, or opens the pipe or device of this name.
    pub fn create(path: &Path) -> Result<Self> {
        let context = || format!("cannot write {}", shown(&path.display().to_string()));
        let target = followed(path);
        match stream(&target) {
            Some(Stream::Output) => return Ok(Self::standard(true)),
            Some(Stream::Error) => return Ok(Self::Direct(Box::new(io::stderr()))),
            None => {}
        }
        let mut options = File::options();
        options.write(true);
        match fs::metadata(&target) {
            Ok(about) if about.is_dir() => bail!("{}: it is a folder", context()),
            Ok(about) if !about.is_file() || is_of_the_system(&target) => {
                let file = options.open(&target).with_context(context)?;
                return Ok(Self::Direct(Box::new(BufWriter::new(file))));
            }
            // A file that must not be written must not be replaced either.
            Ok(_) => drop(options.open(&target).with_context(context)?),
            Err(_) => {}
        }
        let file = AtomicWriteFile::open(&target).with_context(context)?;
        Ok(Self::Beside(BufWriter::new(file)))
    }

    /// Ends the output: the file now takes its place.
    pub fn commit(self) -> io::Result<()> {
        match self {
            Self::Direct(mut out) => out.flush(),
            Self::Beside(out) => out.into_inner().map_err(|e| e.into_error())?.commit(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Direct(out) => out.write(bytes),
            Self::Beside(out) => out.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Direct(out) => out.flush(),
            Self::Beside(out) => out.flush(),
        }
    }
}

/// A standard stream by name.
#[derive(PartialEq)]
enum Stream {
    Output,
    Error,
}

fn stream(path: &Path) -> Option<Stream> {
    match path.to_str()? {
        "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Some(Stream::Output),
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => Some(Stream::Error),
        _ => None,
    }
}

/// Does the name stand for standard output?
pub fn is_standard(path: &Path) -> bool {
    stream(&followed(path)) == Some(Stream::Output)
}

/// Is it a path to an open file by number, or alike? Such files are used by others afterwards.
fn is_of_the_system(path: &Path) -> bool {
    cfg!(unix) && (path.starts_with("/dev") || path.starts_with("/proc"))
}

/// The path after following symbolic links, even if nothing exists there. Links of the system lead to
/// open files, not to names, and are not followed.
fn followed(path: &Path) -> PathBuf {
    // The limit of Linux.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if stream(&path).is_some() || is_of_the_system(&path) {
            break;
        }
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

/// The identity of a file.
#[derive(Clone, Debug, PartialEq)]
enum Identity {
    /// The device, and the file's number on this device.
    #[cfg(unix)]
    Inode(u64, u64),
    /// The path without links, also for a file that does not exist yet.
    Path(PathBuf),
}

/// The identity of the file of this name; `None` for terminals and other devices, which writing cannot
/// destroy.
fn identity(path: &Path) -> Option<Identity> {
    let target = followed(path);
    match fs::metadata(&target) {
        Ok(about) => of_file(&about, &target),
        Err(_) => {
            let name = target.file_name()?;
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(Identity::Path(folder.join(name)))
        }
    }
}

#[cfg(unix)]
fn of_file(about: &fs::Metadata, _: &Path) -> Option<Identity> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let kept = about.is_file() || about.file_type().is_fifo();
    kept.then(|| Identity::Inode(about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn of_file(about: &fs::Metadata, path: &Path) -> Option<Identity> {
    about.is_file().then(|| fs::canonicalize(path).ok().map(Identity::Path)).flatten()
}

/// The regular file behind a standard stream.
#[cfg(unix)]
fn redirected(stream: impl std::os::fd::AsFd) -> Option<Identity> {
    let about = File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    about.is_file().then(|| of_file(&about, Path::new(""))).flatten()
}

#[cfg(not(unix))]
fn redirected<S>(_: S) -> Option<Identity> {
    None
}

/// Refuses, before any work, to write over an input, or to write two outputs to one file. `outputs` are
/// options with their paths; standard output is added.
pub fn refuse_clashes(inputs: &[PathBuf], outputs: &[(&str, &Path)]) -> Result<()> {
    let of_input = |path: &PathBuf| {
        if input::is_standard(path) { redirected(io::stdin()) } else { identity(path) }
    };
    let inputs: Vec<(&PathBuf, Identity)> =
        inputs.iter().filter_map(|path| Some((path, of_input(path)?))).collect();
    let named = outputs.iter().filter(|(_, path)| stream(&followed(path)).is_none());
    let mut writes: Vec<(String, Identity)> = Vec::new();
    let stdout = redirected(io::stdout()).map(|file| ("standard output".to_string(), file));
    let files = named.filter_map(|(option, path)| {
        let name = format!("{option} {}", shown(&path.display().to_string()));
        Some((name, identity(path)?))
    });
    for (name, file) in stdout.into_iter().chain(files) {
        if let Some((input, _)) = inputs.iter().find(|(_, other)| *other == file) {
            bail!("{name} is the input {}, which would be lost", input::name(input));
        }
        let taken = writes.iter().find(|(_, other)| *other == file);
        ensure!(taken.is_none(), "{name} is the same file as {}", taken.map_or("", |(n, _)| n));
        writes.push((name, file));
    }
    let standard = outputs.iter().filter(|(_, path)| is_standard(path));
    ensure!(standard.count() < 2, "standard output is named twice");
    Ok(())
}
