//! The address of the project's repository, in all files that name it.
//!
//! Until there is one, they say `<repository>`, which no registry takes for an address: nothing is published by mistake
//! with one that leads nowhere.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

/// Sets the address everywhere. It can be set again.
pub fn set(root: &Path, address: &str) -> anyhow::Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/".contains(c);
    let is_address =
        address.starts_with("https://") && !address.ends_with('/') && address.chars().all(is_plain);
    ensure!(is_address, "{address:?}: an address begins with https:// and does not end with /");
    let old = named(root)?;
    let mut changed = 0;
    for file in tracked(root)? {
        // Pictures and the like are no text.
        let Ok(text) = fs::read_to_string(root.join(&file)) else { continue };
        if file != "xtask/src/home.rs" && text.contains(&old) {
            fs::write(root.join(&file), text.replace(&old, address))
                .with_context(|| file.clone())?;
            println!("{file}");
            changed += 1;
        }
    }
    println!("{changed} files named {old} and name {address} now");
    Ok(())
}

/// The address that the workspace's manifest names.
fn named(root: &Path) -> anyhow::Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("repository = \""));
    let address =
        line.and_then(|rest| rest.strip_suffix('"')).context("Cargo.toml names no repository")?;
    Ok(address.into())
}

/// The names of all files of the repository.
pub fn tracked(root: &Path) -> anyhow::Result<Vec<String>> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output()?;
    ensure!(
        listed.status.success(),
        "git cannot list the files: {}",
        String::from_utf8_lossy(&listed.stderr)
    );
    let names = String::from_utf8(listed.stdout)?;
    Ok(names.split_terminator('\0').map(Into::into).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: &str = "<repository>";

    fn git(root: &Path, words: &[&str]) {
        let status = Command::new("git").args(words).current_dir(root).status().unwrap();
        assert!(status.success(), "{words:?}");
    }

    #[test]
    fn an_address_is_set_in_all_files_and_can_be_set_again() {
        let root = std::env::temp_dir().join(format!("clearance-home-{}", std::process::id()));
        fs::create_dir_all(root.join("docs")).unwrap();
        fs::write(
            root.join("Cargo.toml"),
            format!("[workspace.package]\nrepository = \"{NONE}\"\n"),
        )
        .unwrap();
        fs::write(root.join("docs/a.md"), format!("See {NONE}/issues.\n")).unwrap();
        git(&root, &["init", "-q"]);
        git(&root, &["add", "Cargo.toml", "docs/a.md"]);
        for address in ["https://example.org/one", "https://example.org/two/more"] {
            set(&root, address).unwrap();
            assert_eq!(named(&root).unwrap(), address);
            assert_eq!(
                fs::read_to_string(root.join("docs/a.md")).unwrap(),
                format!("See {address}/issues.\n")
            );
        }
        for wrong in ["example.org/one", "https://example.org/", "https://example.org/a b"] {
            assert!(set(&root, wrong).is_err(), "{wrong}");
        }
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn until_there_is_an_address_files_say_so() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let home = named(&root).unwrap();
        for file in [
            "SECURITY.md",
            "docs/proof.md",
            "docs/c.md",
            "docs/python/links.py",
            "python/pyproject.toml",
            "js/package/package.json",
            "rapier/Cargo.toml",
            "capi/packaging/conan/conanfile.py",
            "capi/packaging/vcpkg/vcpkg.json",
        ] {
            assert!(fs::read_to_string(root.join(file)).unwrap().contains(&home), "{file}");
        }
    }
}
