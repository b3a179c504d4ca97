//! The exact arithmetic of retrying HTTP calls: when each retry starts, what the server asked for, and whether the
//! next retry still fits before the deadline.

pub mod capture;
pub mod diagnostic;
pub mod explain;
pub mod header;
pub mod instant;
pub mod policy;
pub mod quantity;
pub mod report;
pub mod timeline;
pub mod verdict;
