//! From bytes to response heads: text as curl prints it, and single header lines.
//!
//! Nothing here reads a file or a pipe; the bytes are arguments.

mod head;
mod line;
mod text;

pub use head::Head;
pub use line::header_line;
pub use text::{HeadParser, heads};

#[cfg(test)]
mod tests;
