//! `clearance lab`: serves the page on which users drag two shapes and watch the algorithms.
//!
//! `cargo xtask lab` builds the page from the folder `lab` of the repository into `crates/cli/lab`. It is
//! part of the command, so nothing else is necessary to see it.

use std::io::{self, Write};

use anyhow::{Context, Result, anyhow};
use include_dir::{Dir, File, include_dir};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::warn;

/// The built page.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/lab");

/// The default port. It is always the same, so that links to the page stay valid.
const PORT: u16 = 7462;

/// Only scripts and WebAssembly of the page itself.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(clap::Args)]
pub struct Options {
    /// The port to serve at, 0 for any that is free; without it 7462, or any free one
    #[arg(long)]
    port: Option<u16>,
    /// Print the address and open no browser
    #[arg(long)]
    no_open: bool,
}

/// Serves until the command is stopped.
pub fn run(options: &Options) -> Result<u8> {
    let server = serve(options.port)?;
    let address = server.server_addr().to_ip().context("the server has no address")?;
    let address = format!("http://{address}/");
    match writeln!(io::stdout(), "{address}").and_then(|()| io::stdout().flush()) {
        // The page is served without a reader of the address, too.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if !options.no_open && open::that_detached(&address).is_err() {
        warn("no browser was found: open the address above");
    }
    for request in server.incoming_requests() {
        // The client may have closed the connection.
        let _ = answer(request);
    }
    Ok(0)
}

/// Only this machine can reach the server.
fn serve(port: Option<u16>) -> Result<Server> {
    let at = |port: u16| Server::http(("127.0.0.1", port)).map_err(|e| anyhow!("{e}"));
    match port {
        Some(port) => at(port).with_context(|| format!("cannot serve at port {port}")),
        None => at(PORT).or_else(|_| at(0)).context("cannot serve at any port"),
    }
}

fn answer(request: Request) -> io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or("").trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let reads = matches!(request.method(), Method::Get | Method::Head);
    match PAGE.get_file(path) {
        _ if !reads => request.respond(Response::from_string("read only\n").with_status_code(405)),
        None => request.respond(Response::from_string("not found\n").with_status_code(404)),
        Some(file) => {
            // The names of files in the folder of assets change with their content.
            let kept = file.path().starts_with("assets");
            let kept = if kept { "max-age=31536000, immutable" } else { "no-cache" };
            let headers = [
                ("Content-Type", kind(file)),
                ("Content-Security-Policy", POLICY),
                ("Cache-Control", kept),
                ("X-Content-Type-Options", "nosniff"),
            ];
            let mut response = Response::from_data(file.contents());
            for (name, value) in headers {
                if let Ok(header) = Header::from_bytes(name, value) {
                    response.add_header(header);
                }
            }
            request.respond(response)
        }
    }
}

/// The content type of a file. Browsers compile WebAssembly while loading only if the type is right.
fn kind(file: &File<'_>) -> &'static str {
    match file.path().extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "jsonl" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
