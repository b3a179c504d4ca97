use crate::header::{Field, trim_ows};

/// Reads one header line that was given as an argument: `Retry-After: 120`.
///
/// The name is a token of RFC 9110, 5.6.2 and the colon follows it at once (RFC 9112, 5.1). `None` for anything else,
/// which is then the name of a file. The white space around the value is left out.
///
/// # Examples
///
/// ```
/// use holdoff::capture::header_line;
///
/// assert_eq!(header_line(b"Retry-After: 120").map(|field| field.value), Some(&b"120"[..]));
/// assert_eq!(header_line(b"./capture:1.txt"), None);
/// ```
pub fn header_line(text: &[u8]) -> Option<Field<'_>> {
    field(text).ok()
}

/// Reads a field line (RFC 9112, 5), or says what keeps it from being one.
pub(super) fn field(line: &[u8]) -> Result<Field<'_>, &'static str> {
    let colon = line.iter().position(|byte| *byte == b':').ok_or("it has no colon")?;
    let (name, rest) = line.split_at(colon);
    if name.is_empty() {
        return Err("it has no name before the colon");
    }
    if !name.iter().all(|byte| is_token(*byte)) {
        let is_name = name.trim_ascii_end().iter().all(|byte| is_token(*byte));
        return Err(if is_name { "it has white space before the colon" } else { "its name is not a token" });
    }
    Ok(Field { name, value: trim_ows(rest.get(1..).unwrap_or_default()) })
}

/// `tchar` of RFC 9110, 5.6.2.
const fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_header_lines_from_file_names() {
        for (text, name, value) in [
            ("Retry-After: 120", "Retry-After", "120"),
            ("retry-after:120", "retry-after", "120"),
            ("RateLimit:  \"a\";r=1;t=2\t", "RateLimit", "\"a\";r=1;t=2"),
            ("X-Empty:", "X-Empty", ""),
            ("X_1!: a: b", "X_1!", "a: b"),
        ] {
            let field = header_line(text.as_bytes()).unwrap();
            assert_eq!((field.name, field.value), (name.as_bytes(), value.as_bytes()), "{text}");
        }
        for text in
            ["", "-", ":", ": 5", "capture.har", "./a:b", "a b: c", "Retry-After : 120", "dir/x: y", "\u{e9}: 1"]
        {
            assert_eq!(header_line(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong_with_a_line() {
        for (line, fault) in [
            ("Too Many Requests", "it has no colon"),
            (":status 429", "it has no name before the colon"),
            ("Retry-After : 120", "it has white space before the colon"),
            ("Retry After: 120", "its name is not a token"),
        ] {
            assert_eq!(field(line.as_bytes()), Err(fault));
        }
    }
}
