use std::process::ExitCode;

/// The exit codes, which scripts rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done; `simulate`: allowed; `inspect`: nothing wrong.
    Done,
    /// Done, and the answer is no.
    No,
    /// Wrong usage: an unknown flag, a value out of range, a missing time of reception.
    Usage,
    /// An input could not be read or parsed at all.
    Unreadable,
    /// `simulate`: deferred. `EX_TEMPFAIL` of sysexits: not now, try again later.
    Deferred,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0u8,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::Unreadable => 3,
            Exit::Deferred => 75,
        })
    }
}
