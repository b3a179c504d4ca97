//! The words, numbers and signs of a date, as V8 takes them (`src/date/dateparser`).

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    /// 1 to 12.
    Month(i64),
    /// The hours that are added: 0 or 12.
    HalfDay(i64),
    /// Hours east of UTC.
    Zone(i64),
    /// `T`.
    TimeSeparator,
    /// Anything else.
    Unknown,
}

/// A piece of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A number of so many digits; of its significant digits the first nine count.
    Number(i64, usize),
    /// One of `:-+.)`.
    Symbol(u8),
    /// A word of so many letters.
    Word(Keyword, usize),
    /// White space.
    Space,
    /// Anything else, and text in parentheses.
    Unknown,
    /// The end.
    End,
}

impl Token {
    pub(super) fn is_sign(self) -> bool {
        matches!(self, Self::Symbol(b'+' | b'-'))
    }

    pub(super) fn is_zulu(self) -> bool {
        matches!(self, Self::Word(Keyword::Zone(_), 1))
    }

    /// A number of exactly so many digits.
    pub(super) fn fixed(self, digits: usize) -> Option<i64> {
        match self {
            Self::Number(number, length) if length == digits => Some(number),
            _ => None,
        }
    }
}

/// Takes the tokens of a text one by one.
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
    next: Token,
}

/// A number has no more significant digits than these.
pub(super) const MOST_DIGITS: usize = 9;

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut tokens = Self { rest: text.as_bytes(), next: Token::End };
        tokens.next = tokens.scan();
        tokens
    }

    pub(super) fn peek(&self) -> Token {
        self.next
    }

    pub(super) fn next(&mut self) -> Token {
        let next = self.scan();
        std::mem::replace(&mut self.next, next)
    }

    /// Takes the symbol where it is next.
    pub(super) fn skip(&mut self, symbol: u8) -> bool {
        let is_next = self.next == Token::Symbol(symbol);
        if is_next {
            self.next();
        }
        is_next
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn scan(&mut self) -> Token {
        let Some(first) = self.rest.first() else { return Token::End };
        let run = |is_part: fn(&u8) -> bool| self.rest.iter().take_while(|byte| is_part(byte)).count();
        match first {
            b'0'..=b'9' => {
                let digits = self.take(run(u8::is_ascii_digit));
                let significant = digits.iter().skip_while(|digit| **digit == b'0').take(MOST_DIGITS);
                let add = |value: i64, digit: &u8| {
                    value.saturating_mul(10).saturating_add(i64::from(digit.saturating_sub(b'0')))
                };
                Token::Number(significant.fold(0, add), digits.len())
            }
            b':' | b'-' | b'+' | b'.' | b')' => Token::Symbol(*self.take(1).first().unwrap_or(&0)),
            // Letters, and all that lies above `A`.
            b'A'.. => {
                let word = self.take(run(|byte| *byte >= b'A'));
                Token::Word(keyword(word), word.len())
            }
            b' ' | b'\t' => {
                self.take(1);
                Token::Space
            }
            b'(' => {
                let mut depth = 0i64;
                let mut length = 0usize;
                for byte in self.rest {
                    length = length.saturating_add(1);
                    match byte {
                        b'(' => depth = depth.saturating_add(1),
                        b')' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
                self.take(length);
                Token::Unknown
            }
            _ => {
                self.take(1);
                Token::Unknown
            }
        }
    }
}

/// Three letters tell; only the name of a month may have more.
fn keyword(word: &[u8]) -> Keyword {
    const MONTHS: [&[u8; 3]; 12] =
        [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];
    let lower: Vec<u8> = word.iter().take(3).map(u8::to_ascii_lowercase).collect();
    if let Some(month) = MONTHS.iter().position(|month| month[..] == lower[..]) {
        return i64::try_from(month).map_or(Keyword::Unknown, |month| Keyword::Month(month.saturating_add(1)));
    }
    if word.len() > 3 {
        return Keyword::Unknown;
    }
    match &lower[..] {
        b"am" => Keyword::HalfDay(0),
        b"pm" => Keyword::HalfDay(12),
        b"ut" | b"utc" | b"z" | b"gmt" => Keyword::Zone(0),
        b"edt" => Keyword::Zone(-4),
        b"est" | b"cdt" => Keyword::Zone(-5),
        b"cst" | b"mdt" => Keyword::Zone(-6),
        b"mst" | b"pdt" => Keyword::Zone(-7),
        b"pst" => Keyword::Zone(-8),
        b"t" => Keyword::TimeSeparator,
        _ => Keyword::Unknown,
    }
}
