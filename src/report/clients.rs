//! What the clients would do with a response, as it is shown.

use serde::Serialize;

use super::inspect::Response;
#[cfg(test)]
use super::schema::closed;
use super::table::{Column, grid};
use super::{Number, Style};
use crate::clients::{ASSUMED_STATUS, Behaviour, CLIENTS, Client, Outcome, behaviours};
use crate::quantity::human_fixed;

/// What one client would do with the response.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "client"))]
pub(super) struct ClientJson {
    /// Its name.
    #[cfg_attr(test, schemars(extend("enum" = closed::clients())))]
    client: &'static str,
    /// The version whose rules these are.
    version: &'static str,
    /// `waits`, `gives-up`, `own-backoff`, `at-once`, `fails` or `not-modelled`.
    #[cfg_attr(test, schemars(extend("enum" = closed::client_outcomes())))]
    outcome: &'static str,
    /// The seconds that it waits; null where it does not wait as asked.
    wait_s: Option<Number>,
    /// Why, in a few words.
    reason: &'static str,
    /// Where its rule is written.
    source: &'static str,
    /// The status that was assumed; null where the response has one.
    assumed_status: Option<u16>,
}

/// The clients and what they do.
fn all(response: &Response<'_>) -> impl Iterator<Item = (Client, Behaviour)> {
    let reading = &response.reading;
    let received = reading.received;
    CLIENTS.into_iter().zip(behaviours(&response.fields, reading.status, received))
}

/// The list in JSON.
pub(super) fn json(response: &Response<'_>) -> Vec<ClientJson> {
    let assumed_status = response.reading.status.is_none().then_some(ASSUMED_STATUS);
    let one = |(client, behaviour): (Client, Behaviour)| ClientJson {
        client: client.name,
        version: client.version,
        outcome: behaviour.outcome.name(),
        wait_s: behaviour.wait.map(Number::from),
        reason: behaviour.reason,
        source: client.source,
        assumed_status,
    };
    all(response).map(one).collect()
}

/// The table for people.
pub(super) fn table(response: &Response<'_>, style: &Style) -> String {
    let rows: Vec<_> = all(response).collect();
    let column =
        |cell: &dyn Fn(&(Client, Behaviour)) -> String| rows.iter().map(|it| Some(cell(it))).collect::<Vec<_>>();
    let title = if response.reading.status.is_none() { "client, on a 429" } else { "client" };
    let columns = vec![
        Column::left(title, column(&|(client, _)| format!("{} {}", client.name, short(client.version)))),
        Column::left("does", column(&|(_, behaviour)| does(behaviour))),
        Column::left("since", column(&|(_, behaviour)| behaviour.reason.to_owned())),
    ];
    grid(columns, style)
}

/// A sentence for each client.
pub(super) fn sentences(response: &Response<'_>) -> Vec<String> {
    let sentence = |(client, behaviour): (Client, Behaviour)| {
        format!("{} {}: {} ({})", client.name, client.version, does(&behaviour), behaviour.reason)
    };
    all(response).map(sentence).collect()
}

/// The version without what it runs on.
fn short(version: &str) -> &str {
    version.split(' ').next().unwrap_or(version)
}

fn does(behaviour: &Behaviour) -> String {
    match behaviour.outcome {
        Outcome::Waits => {
            behaviour.wait.map_or_else(|| "waits".to_owned(), |wait| format!("waits {}", human_fixed(wait)))
        }
        Outcome::GivesUp => "gives up".to_owned(),
        Outcome::OwnBackoff => "own backoff".to_owned(),
        Outcome::AtOnce => "at once".to_owned(),
        Outcome::Fails => "fails".to_owned(),
        Outcome::NotModelled => "not modelled".to_owned(),
    }
}
