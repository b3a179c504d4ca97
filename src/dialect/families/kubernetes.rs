//! Kubernetes: `wait.Backoff` of its Go libraries, the restarts of containers, and Jobs.

use super::{milliseconds, seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{CapRule, FirstWait, Growth, Jitter, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[WAIT, KUBELET, JOB];

const WAIT: Dialect = Dialect {
    name: "k8s-wait",
    title: "Kubernetes wait.Backoff (Go)",
    version: "apimachinery as of 2026, read",
    source: "apimachinery pkg/util/wait/backoff.go (delay, ExponentialBackoff); client-go util/retry/util.go",
    form: Form::Keys { calls: &["wait.Backoff"], positional: &["named"], within: &[], marks: &["Steps"] },
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Ends,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new("Duration", Takes::Duration, "0", "the first wait before jitter"),
        Key::new("Factor", Takes::Number, "0", "the growth per retry; 0 for none"),
        Key::new("Jitter", Takes::Number, "0", "the share of the wait that is added at the most"),
        Key::new("Steps", Takes::Count, "0", "the calls, the first one among them"),
        Key::new("Cap", Takes::Duration, "0", "the wait at which everything ends; 0 for none"),
        Key::new("named", Takes::Word, "", "retry.DefaultRetry or retry.DefaultBackoff of client-go"),
    ],
    about: &[
        "Cap is no cap on waits: where the next wait would pass it, this wait is the last, and no call follows it.",
        "retry.DefaultRetry is 10ms, Factor 1, Jitter 0.1, Steps 5; retry.DefaultBackoff 10ms, 5, 0.1, 4.",
    ],
    read: wait,
};

const KUBELET: Dialect = Dialect {
    name: "kubelet",
    title: "Kubernetes container restarts (CrashLoopBackOff)",
    version: "source as of 2026, not run",
    source: "kubernetes pkg/kubelet/kuberuntime (doBackOff); client-go util/flowcontrol/backoff.go",
    form: Form::File(find_pods),
    counts: Counts::Nothing,
    cap: Cap::Holds,
    keys: &[
        Key::new("restartPolicy", Takes::Word, "Always", "Always, OnFailure or Never"),
        Key::new("crashLoopBackOff", Takes::Other, "", "maxContainerRestartPeriod, the cap, in a KubeletConfiguration"),
        Key::new("*", Takes::Other, "", "the other keys of a pod"),
    ],
    about: &[
        "The first restart comes at once; then 10 s, doubled up to 5 minutes, for ever.",
        "A container that ran for 10 minutes begins anew.",
    ],
    read: kubelet,
    ..WAIT
};

const JOB: Dialect = Dialect {
    name: "k8s-job",
    title: "Kubernetes Job backoffLimit",
    version: "constants as of 1.36, not run",
    source: "kubernetes pkg/controller/job/job_controller.go (DefaultJobPodFailureBackOff, MaxJobPodFailureBackOff)",
    form: Form::File(find_jobs),
    counts: Counts::Retries,
    cap: Cap::Holds,
    keys: &[
        Key::new("backoffLimit", Takes::Count, "6", "the retries"),
        Key::new("activeDeadlineSeconds", Takes::Count, "", "the time after which the Job ends"),
        Key::new("*", Takes::Other, "", "the other keys of a Job"),
    ],
    about: &[
        "Waits are 10 s, doubled up to 10 minutes; pages and older versions say six minutes.",
        "With restartPolicy OnFailure the kubelet starts the container anew, with waits of its own.",
    ],
    read: job,
    ..WAIT
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Second), growth) }
}

fn wait(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let in_milliseconds = |policy: Policy| Policy { unit: Some(Unit::Millisecond), ..policy };
    let of_client_go = |factor: u64, retries: u64| {
        let growth = Growth::Geometric { base: milliseconds(10), factor: whole(factor) };
        let jitter = Jitter::scaled(whole(1), Exact::new(11, -1));
        in_milliseconds(Policy { jitter, retries: Some(retries), ..growing(growth) })
    };
    if let Some(name) = keys.word("named")? {
        return match name.rsplit('.').next() {
            Some("DefaultRetry") => Ok(of_client_go(1, 4)),
            Some("DefaultBackoff") => Ok(of_client_go(5, 3)),
            _ => {
                let hint = "write retry.DefaultRetry, retry.DefaultBackoff or a wait.Backoff{…}";
                Err(keys.fault("named", format!("`{name}` is not known"), hint))
            }
        };
    }
    let base = keys.time_or("Duration", Exact::zero())?;
    let factor = keys.number("Factor")?.filter(|factor| !factor.is_zero());
    let share = keys.number_or("Jitter", Exact::zero())?;
    let steps = keys.count_or("Steps", 0)?;
    let Some(retries) = steps.checked_sub(1) else {
        return Err(keys.fault("Steps", "without steps there is no call at all", "write Steps: 5"));
    };
    let cap = keys.time("Cap")?.filter(|cap| !cap.is_zero() && factor.is_some());
    Ok(in_milliseconds(Policy {
        max: cap,
        cap: CapRule::EndsPolicy,
        jitter: if share.is_zero() { Jitter::None } else { Jitter::scaled(whole(1), whole(1).plus(&share)) },
        retries: Some(retries),
        ..growing(Growth::Geometric { base, factor: factor.unwrap_or_else(|| whole(1)) })
    }))
}

/// The pods of a manifest, each by the name of what makes it, and the kubelet's own configuration.
fn find_pods(root: &Node) -> Vec<Found<'_>> {
    let spec: Option<&Node> = match root.get("kind").and_then(Node::scalar) {
        Some("KubeletConfiguration") => Some(root).filter(|it| it.get("crashLoopBackOff").is_some()),
        Some("Pod") => root.get("spec"),
        Some("Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet" | "ReplicationController") => {
            root.at(&["spec", "template", "spec"])
        }
        _ => None,
    };
    spec.map(|spec| Found::new(name_of(root), spec, root)).into_iter().collect()
}

fn find_jobs(root: &Node) -> Vec<Found<'_>> {
    let spec = match root.get("kind").and_then(Node::scalar) {
        Some("Job") => root.get("spec"),
        Some("CronJob") => root.at(&["spec", "jobTemplate", "spec"]),
        _ => None,
    };
    spec.map(|spec| Found::new(name_of(root), spec, root)).into_iter().collect()
}

fn name_of(root: &Node) -> &str {
    root.at(&["metadata", "name"]).and_then(Node::scalar).unwrap_or("")
}

fn kubelet(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let restarts = match keys.word("restartPolicy")? {
        None | Some("Always" | "OnFailure") => None,
        Some("Never") => Some(0),
        Some(other) => {
            let hint = "write Always, OnFailure or Never";
            return Err(keys.fault("restartPolicy", format!("`{other}` is none"), hint));
        }
    };
    let config = keys.node("crashLoopBackOff").and_then(|it| it.get("maxContainerRestartPeriod"));
    let max = config.filter(|node| node.value != Value::Null).map(|node| crate::dialect::keys::time(node, None));
    Ok(Policy {
        first: FirstWait::Extra(Exact::zero()),
        max: Some(max.transpose()?.unwrap_or_else(|| seconds(300))),
        retries: restarts,
        ..growing(Growth::Geometric { base: seconds(10), factor: whole(2) })
    })
}

fn job(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    keys.asks.deadline = keys.count("activeDeadlineSeconds")?.and_then(|it| u64::try_from(it).ok()).map(seconds);
    Ok(Policy {
        max: Some(seconds(600)),
        retries: Some(keys.count_or("backoffLimit", 6)?),
        ..growing(Growth::Geometric { base: seconds(10), factor: whole(2) })
    })
}
