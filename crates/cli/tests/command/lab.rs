//! `clearance lab` serves the page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A running command, which is stopped when the test ends.
struct Served {
    command: Child,
    /// For example `127.0.0.1:7462`.
    host: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

impl Served {
    fn new() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clearance"));
        command.args(["lab", "--port", "0", "--no-open"]).stdout(Stdio::piped());
        let mut command = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(command.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let host = address.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
        Self { host: host.into(), command }
    }

    /// The head and the body of a response.
    fn ask(&self, method: &str, path: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = &self.host;
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        (head, answer[end + 4..].to_vec())
    }
}

#[test]
fn the_page_is_served() {
    let served = Served::new();
    assert!(served.host.starts_with("127.0.0.1:"));
    let (head, body) = served.ask("GET", "/");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("Content-Type: text/html"), "{head}");
    assert!(head.contains("script-src 'self' 'wasm-unsafe-eval'"), "{head}");
    let page = String::from_utf8(body).unwrap();
    assert!(page.to_lowercase().starts_with("<!doctype html>"), "{page}");
    // Every file that the page refers to is served.
    let asked = page.split(['"', '\'']).filter(|text| text.starts_with("./"));
    let asked: Vec<&str> = asked.map(|text| &text[1..]).collect();
    for path in asked {
        let (head, _) = served.ask("HEAD", path);
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
    }
}

#[test]
fn other_files_are_not_served() {
    let served = Served::new();
    for path in ["/Cargo.toml", "/../Cargo.toml", "/assets", "//"] {
        let (head, _) = served.ask("GET", path);
        assert!(head.starts_with("HTTP/1.1 404") || path == "//", "{path}: {head}");
    }
    let (head, _) = served.ask("POST", "/");
    assert!(head.starts_with("HTTP/1.1 405"), "{head}");
}
