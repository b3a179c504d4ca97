//! The libraries themselves, as `.ci/differential` runs them: each config drawn at random, with the waits that the
//! library makes where random is at its low and at its high extreme, and its retries.

use std::collections::BTreeMap;
use std::path::PathBuf;

use holdoff::dialect::dialect;
use holdoff::quantity::Exact;
use holdoff::timeline::{Wait, Walk};
use serde::Deserialize;

use super::{in_unit, translate};

/// Every library that is run, and how many of its configs there are at the least.
const RUN: [(&str, usize); 21] = [
    ("urllib3", 200),
    ("tenacity", 200),
    ("stamina", 200),
    ("backoff", 200),
    ("botocore", 200),
    ("google-api-core", 200),
    ("celery", 200),
    ("redis-py", 200),
    ("dramatiq", 200),
    ("node-retry", 200),
    ("p-retry", 200),
    ("got", 200),
    ("ky", 200),
    ("undici", 200),
    ("axios-retry", 200),
    ("cockatiel", 200),
    ("backon", 200),
    ("tokio-retry", 200),
    ("retry-policies", 200),
    ("curl", 20),
    ("wget", 20),
];

/// What a library did with a config; waits are in seconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    dialect: String,
    config: String,
    /// `None` where random waits end at a time that the shortest ones never reach.
    waits_min: Option<Vec<f64>>,
    waits_max: Vec<f64>,
    /// `None` where the library was stopped after the waits that are given, and would have gone on.
    retries: Option<usize>,
    /// What a clock on the wall may add to a wait, and half of it take away; none where time was in the driver's hands.
    #[serde(default)]
    late: f64,
}

impl Row {
    fn close(&self, got: f64, right: f64) -> bool {
        let slack = 1e-6 * right.abs().max(1e-3);
        (right - self.late - slack..=right + self.late / 2.0 + slack).contains(&got)
    }

    fn waits(&self, name: &str, got: &[f64], right: &[f64]) -> Result<(), String> {
        let same = got.len() == right.len() && got.iter().zip(right).all(|(got, right)| self.close(*got, *right));
        same.then_some(()).ok_or_else(|| format!("{name} waits\n   got {got:?}\n right {right:?}"))
    }

    fn check(&self) -> Result<(), String> {
        let found = translate(dialect(&self.dialect).unwrap(), &self.config).map_err(|fault| fault.to_string())?;
        let mut walk = Walk::new(&found.policy, Exact::zero());
        let most = self.waits_max.len().saturating_add(1);
        let waits: Vec<Wait> = walk.by_ref().take(most).map(|step| step.unwrap().wait).collect();
        match self.retries {
            Some(right) if waits.len() != right => {
                return Err(format!("{} retries, and {right} are right", waits.len()));
            }
            None if waits.len() < self.waits_max.len() => return Err(format!("no more than {} retries", waits.len())),
            _ => {}
        }
        let seconds = |of: fn(&Wait) -> &Exact| -> Vec<f64> {
            waits.iter().take(self.waits_max.len()).map(|wait| in_unit(of(wait), "s")).collect()
        };
        self.waits("longest", &seconds(Wait::most), &self.waits_max)?;
        self.waits_min.as_ref().map_or(Ok(()), |right| self.waits("shortest", &seconds(Wait::least), right))
    }
}

fn rows() -> Vec<Row> {
    let home = std::env::var_os("DIFFERENTIAL")
        .unwrap_or_else(|| panic!("DIFFERENTIAL is a folder of rows: run .ci/differential"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(home).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "ndjson"));
    files.sort();
    let texts = files.into_iter().map(|file| std::fs::read_to_string(file).unwrap());
    texts.flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Row>>()).collect()
}

#[test]
#[ignore = ".ci/differential runs the libraries first"]
fn every_config_waits_as_its_library_does() {
    let (mut counts, mut wrong) = (BTreeMap::<String, (usize, usize)>::new(), Vec::new());
    for row in rows() {
        assert!(RUN.iter().any(|(name, _)| *name == row.dialect), "{} is not in the list", row.dialect);
        let count = counts.entry(row.dialect.clone()).or_default();
        count.0 += 1;
        if let Err(fault) = row.check() {
            count.1 += 1;
            // One of a kind tells what is wrong; hundreds tell no more.
            if count.1 <= 5 {
                wrong.push(format!("{} {}: {fault}", row.dialect, row.config));
            }
        }
    }
    for (name, (all, wrong)) in &counts {
        println!("{name}: {all} configs, {wrong} wrong");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (name, least) in RUN {
        let (all, _) = counts.get(name).copied().unwrap_or_default();
        assert!(all >= least, "{name}: {all} configs were run, and {least} are wanted");
    }
}
