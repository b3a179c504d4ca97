//! The exact arithmetic of retrying HTTP calls: when each retry starts, what the server asked for, and whether the
//! next retry still fits before the deadline.
//!
//! Everything here is a pure function of its arguments: no clock, no environment, no files, no network. An instant is
//! an argument, bytes are an argument, and the same arguments give the same answer on every machine. The program
//! `holdoff` is this library with flags in front of it.
//!
//! # The rooms
//!
//! A room knows only those above it in this list.
//!
//! | room | what it does |
//! | --- | --- |
//! | [`quantity`] | exact decimals with units: what a person writes, what a field holds, what a schedule adds up |
//! | [`instant`] | points in time, from RFC 3339, an HTTP-date or Unix time |
//! | [`vendor`] | what the fields of each vendor mean, as data |
//! | [`diagnostic`] | findings as data: a code, a severity, a field, the faulty bytes |
//! | [`header`], [`capture`] | from the fields of one response to a reading; from bytes to the fields |
//! | [`clients`] | what each well-known client would do with a response |
//! | [`policy`] | the normal form of a retry policy |
//! | [`document`] | files and pastes as one tree whose values keep their places |
//! | [`dialect`] | the configs of clients, and the policy file, translated into the normal form |
//! | [`timeline`] | from a policy to its calls, one step at a time |
//! | [`convert`] | a policy in another client's words, and what they do not keep |
//! | [`verdict`] | may the next retry start before the deadline, and why |
//! | [`explain`] | the page of each diagnostic, verdict, reason and rule |
//! | [`report`] | how answers look: tables, JSON, and the escapes that keep hostile text harmless |
//!
//! # From a response to a verdict
//!
//! Three calls have been made in twelve seconds, and the last was turned away. May the third retry still start within
//! the first minute?
//!
//! ```
//! use holdoff::capture::heads;
//! use holdoff::header::{Action, Context, Field, ReceivedFrom, read};
//! use holdoff::instant::Instant;
//! use holdoff::policy::{NativeFlags, Policy};
//! use holdoff::quantity::{Exact, Fixed, parse_duration};
//! use holdoff::verdict::{Deadline, Outcome, Reason, State, judge};
//!
//! // Bytes become fields.
//! let heads = heads(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\n\r\n")?;
//! let head = heads.last().ok_or("no response")?;
//! let fields: Vec<Field> = head.fields().collect();
//!
//! // Fields become a reading: what the server asked for, and where it said so.
//! let received = Instant::parse("2026-12-01T00:00:00Z")?;
//! let context =
//!     Context { status: head.status, received: Some((received, ReceivedFrom::Flag)), ..Context::default() };
//! let reading = read(&fields, &context);
//! assert_eq!((reading.action, reading.wait), (Action::Wait, Some(Fixed::whole(120))));
//! assert_eq!(reading.decided_by, Some("Retry-After"));
//!
//! // The reading and a policy become a verdict. Times are exact nanoseconds.
//! let policy = Policy::native(&NativeFlags { base: "1s", max: "30s", ..NativeFlags::default() })?;
//! let state = State {
//!     policy: &policy,
//!     retry: 3,
//!     elapsed: Some(parse_duration("12s")?.size().clone()),
//!     deadline: Deadline::After(parse_duration("1m")?.size().clone()),
//!     request_time: Exact::zero(),
//!     status: head.status,
//!     method: "GET",
//!     idempotency_key: false,
//!     retry_on: None,
//!     methods: None,
//!     fields: &fields,
//!     reading: Some(&reading),
//!     received: Some(received),
//!     started: None,
//! };
//! let verdict = judge(&state)?;
//! assert_eq!((verdict.outcome(), verdict.reason), (Outcome::Deferred, Reason::WaitPassesDeadline));
//! assert_eq!(verdict.not_before, Some(Instant::parse("2026-12-01T00:02:00Z")?));
//! assert_eq!(verdict.short_by, Some(parse_duration("1m12s")?.size().clone())); // 12 s + 120 s, and 60 s to spend
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where the rules are written
//!
//! Retry-After and HTTP-dates are those of RFC 9110, structured fields those of RFC 9651, the RateLimit fields those of
//! every revision of draft-ietf-httpapi-ratelimit-headers, which do not agree with each other. Each item names its
//! section.

pub mod capture;
pub mod check;
pub mod clients;
pub mod compare;
pub mod convert;
pub mod diagnostic;
pub mod dialect;
pub mod document;
pub mod explain;
pub mod header;
pub mod instant;
pub mod policy;
pub mod quantity;
pub mod report;
pub mod timeline;
pub mod vendor;
pub mod verdict;
