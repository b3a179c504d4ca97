//! From bytes to response heads: text as curl prints it, and single header lines.
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

mod head;
mod line;
mod text;

pub use head::Head;
pub use line::header_line;
pub use text::{HeadParser, heads};

#[cfg(test)]
mod tests;
