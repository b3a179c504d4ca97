//! Which fields of a response a client listens to, where it is told by name.

/// A field in which a client reads the server's wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerField {
    /// Its name, in any case.
    pub name: String,
    /// What it holds.
    pub form: ServerForm,
}

/// What a [`ServerField`] holds. Any other value is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerForm {
    /// A whole number of seconds.
    Seconds,
    /// A Unix time in whole seconds; one that is past is passed over.
    UnixTime,
}
