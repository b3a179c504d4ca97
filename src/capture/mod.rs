//! From bytes to responses: heads as curl prints them, single header lines, the records of loggers and HAR.
//!
//! Nothing here reads a file or a pipe; the bytes are arguments.
//!
//! # Examples
//!
//! ```
//! use holdoff::capture::heads;
//!
//! let trace = b"> GET /x HTTP/2\r\n> \r\n< HTTP/2 429 \r\n< retry-after: 120\r\n< \r\n"; // of curl -v
//! let heads = heads(trace)?;
//! assert_eq!((heads.len(), heads[0].status), (1, Some(429)));
//! let field = heads[0].fields().next().ok_or("no field")?;
//! assert_eq!((field.name, field.value), (&b"retry-after"[..], &b"120"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod har;
mod head;
mod host;
mod json;
mod kind;
mod layout;
mod line;
mod names;
mod quotes;
mod record;
mod split;
mod text;
mod time;

pub use body::body;
pub use har::har_entry;
pub use head::Head;
pub use kind::Kind;
pub use layout::Layouts;
pub use line::header_line;
pub use names::Names;
pub use record::{Record, record};
pub use split::{Split, Splitter, Values};
pub use text::{HeadParser, heads};

#[cfg(test)]
mod tests;
