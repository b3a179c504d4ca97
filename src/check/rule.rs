//! The rules, as data.

use crate::diagnostic::Severity;

/// Declares [`Rule`]: for each a variant, its name and severity, one sentence, the page, the source, and two policies:
/// one that breaks the rule and one that does not.
macro_rules! rules {
    ($($variant:ident $name:literal $severity:ident: $title:literal, $page:literal, $source:literal, $wrong:literal, $right:literal;)*) => {
        /// What experience, or a team, asks of a policy.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $title] $variant,)*
        }

        impl Rule {
            /// Every rule, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in kebab-case, as output, switches and `holdoff explain` have it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How much a breach matters unless a switch says otherwise.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// One sentence on what is wrong.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// Why it matters and what to do.
            pub const fn page(self) -> &'static str {
                match self { $(Self::$variant => $page,)* }
            }

            /// Where the experience comes from.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$variant => $source,)* }
            }

            /// A policy file that breaks the rule, or a paste behind the name of its client and a colon.
            pub const fn wrong(self) -> &'static str {
                match self { $(Self::$variant => $wrong,)* }
            }

            /// The same put right.
            pub const fn right(self) -> &'static str {
                match self { $(Self::$variant => $right,)* }
            }
        }
    };
}

rules! {
    MaxTotal "max-total" Error:
        "The waits add up to more than the team allows.",
        "`max-total` in `require` bounds the sum of all waits at their longest. Fewer retries or a lower max bring it down.",
        "the policy file's `require`",
        "[require]\nmax-total = \"10s\"\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n",
        "[require]\nmax-total = \"10s\"\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\nretries = 3\njitter = \"full\"\n";
    MaxWait "max-wait" Error:
        "One wait is longer than the team allows.",
        "`max-wait` in `require` bounds each wait at its longest, jitter included.",
        "the policy file's `require`",
        "[require]\nmax-wait = \"10s\"\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n",
        "[require]\nmax-wait = \"10s\"\n[policies.api]\nbase = \"1s\"\nmax = \"10s\"\njitter = \"full\"\n";
    MaxCalls "max-calls" Error:
        "There are more calls than the team allows.",
        "`max-calls` in `require` bounds the calls, the first one among them: 5 retries are 6 calls. What the client's own \
         number counts is told by `holdoff dialects`.",
        "the policy file's `require`",
        "[require]\nmax-calls = 5\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n",
        "[require]\nmax-calls = 6\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n";
    CallsDiffer "calls-differ" Error:
        "There are not as many calls as the team says.",
        "`calls` or `retries` in `require` states the number. Clients count differently under the same word: where the \
         difference is one, the client's number most likely holds the first call, or does not.",
        "holdoff dialects; the clients' sources",
        "client tenacity: stop=stop_after_attempt(3), wait=wait_random_exponential(max=10)\n[require]\nretries = 3\n",
        "client tenacity: stop=stop_after_attempt(4), wait=wait_random_exponential(max=10)\n[require]\nretries = 3\n";
    MinSpread "min-spread" Error:
        "Jitter spreads a wait less than the team asks.",
        "`min-spread` in `require` is the least share of a wait's longest value over which it must be spread: 100% for full \
         jitter, 50% for equal. A wait that is cut to the max after jitter is spread by nothing.",
        "the policy file's `require`",
        "[require]\nmin-spread = \"50%\"\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"10%\"\n",
        "[require]\nmin-spread = \"50%\"\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"equal\"\n";
    StatusNotAllowed "status-not-allowed" Error:
        "A status is retried that the team does not retry.",
        "`retry-on` in `require` lists every status that may be retried.",
        "the policy file's `require`",
        "[require]\nretry-on = [429, 503]\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nretry-on = [429, 500]\n",
        "[require]\nretry-on = [429, 503]\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nretry-on = [429]\n";
    MethodNotAllowed "method-not-allowed" Error:
        "A method is retried that the team does not retry.",
        "`methods` in `require` lists every method that may be retried.",
        "the policy file's `require`",
        "[require]\nmethods = [\"GET\"]\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nmethods = [\"GET\", \"PUT\"]\n",
        "[require]\nmethods = [\"GET\"]\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nmethods = [\"GET\"]\n";
    ServerWaitNotAllowed "server-wait-not-allowed" Error:
        "The policy does with the server's wait what the team does not want.",
        "`server-wait` in `require` lists the rules that are allowed: honor, floor, clamp, stop, ignore.",
        "the policy file's `require`",
        "[require]\nserver-wait = [\"honor\", \"floor\"]\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nserver-wait = \"ignore\"\n",
        "[require]\nserver-wait = [\"honor\", \"floor\"]\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nserver-wait = \"floor\"\n";
    LimitPassed "limit-passed" Error:
        "The last retry may start after a limit of the world around the policy.",
        "`limits` in `require` names such limits: a queue's visibility timeout, a token's life, a gateway's timeout. A retry \
         that starts after it works for nobody, or works twice.",
        "the policy file's `require`",
        "[require]\nlimits = { gateway = \"20s\" }\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n",
        "[require]\nlimits = { gateway = \"40s\" }\n[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n";
    DeadlinePassed "deadline-passed-by-plan" Error:
        "The last retry may start only after the deadline.",
        "The waits at their longest, and the calls where their time is known, lead past the deadline. The last retries are \
         never made, and the number in the config says otherwise.",
        "holdoff simulate",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\ndeadline = \"20s\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\nretries = 4\njitter = \"full\"\ndeadline = \"20s\"\n";
    CannotFinish "cannot-finish" Warning:
        "The last retry starts in time and cannot end in time.",
        "With the time of one call, the last retry ends after the deadline: it is work that nobody waits for any more.",
        "holdoff simulate",
        "[policies.api]\nbase = \"1s\"\nmax = \"4s\"\nretries = 2\njitter = \"full\"\nrequest-time = \"2s\"\ndeadline = \"8s\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"4s\"\nretries = 2\njitter = \"full\"\nrequest-time = \"2s\"\ndeadline = \"9s\"\n";
    InvalidPolicy "invalid-policy" Error:
        "A policy cannot be read.",
        "A key or a value is none that the client takes, or holdoff itself. The message says what to write; the other \
         policies of the file are judged all the same.",
        "holdoff dialects; holdoff schema policy-file",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\nretires = 3\njitter = \"full\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\nretries = 3\njitter = \"full\"\n";
    ValueElsewhere "value-elsewhere" Note:
        "A value is given elsewhere, so the policy is not judged.",
        "A template, the environment or another part of a program fills it in. Judge what comes out of the template, or write \
         the value.",
        "holdoff's own definition",
        "client tenacity: stop=stop_after_attempt(MAX_RETRIES), wait=wait_random_exponential(max=10)\n",
        "client tenacity: stop=stop_after_attempt(3), wait=wait_random_exponential(max=10)\n";
    CapBelowBase "cap-below-base" Warning:
        "The max is below the base, so every wait is the max.",
        "Most clients cut the first wait to the max in silence; some servers refuse such a policy only when it is used \
         (Temporal). One of the two numbers is not what was meant.",
        "temporalio/sdk-java#898; microsoft/durabletask-js#274",
        "[policies.api]\nbase = \"10s\"\nmax = \"5s\"\njitter = \"full\"\n",
        "[policies.api]\nbase = \"5s\"\nmax = \"10s\"\njitter = \"full\"\n";
    CapNeverReached "cap-never-reached" Note:
        "No wait reaches the max.",
        "The retries are over before growth comes to it, so the max bounds nothing: either there are fewer retries than was \
         thought, or the number means another unit.",
        "grpc/proposal A6, whose five calls never reach a max of 20 s",
        "[policies.api]\nbase = \"100ms\"\nmax = \"1m\"\nretries = 4\njitter = \"full\"\n",
        "[policies.api]\nbase = \"100ms\"\nmax = \"800ms\"\nretries = 4\njitter = \"full\"\n";
    FactorOfOne "factor-of-one" Note:
        "The factor is 1, so the waits do not grow.",
        "An exponential policy with a factor of 1 waits the same each time. Where that is meant, say that growth is constant.",
        "neo4j/neo4j-java-driver#1622",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\nfactor = 1\njitter = \"full\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\nfactor = 2\njitter = \"full\"\n";
    CountNeverReached "count-never-reached" Note:
        "The time is over before the retries are.",
        "The client's time limit ends the policy, and the number of retries that is written is never made; with \
         OpenTelemetry's exporters for Python that is so by default.\n\nBy default so: otlp-python.",
        "curl/curl#17444",
        "client curl: --retry 10 --retry-max-time 10\n",
        "client curl: --retry 3 --retry-max-time 10\n";
    NoJitter "no-jitter" Warning:
        "All clients that failed together come back together.",
        "Without jitter every client waits the same, so those that an outage stopped at one moment return at one \
         moment, again and again. Full jitter spreads them best. Where a client has no key for it, it is a note; allow \
         the finding where one caller alone has the policy.\n\nBy default so: again, aiohttp-retry, azure-core, \
         backon, celery, cloud-scheduler, cloud-tasks, exponential-backoff, fetch-retry, gaxios, go-retryablehttp, \
         ioredis-5, jpillora-backoff, ky, node-retry, octokit, p-retry, p-retry-6, polly, prometheus, queue-yaml, \
         resilience4j, resque-retry, spring, spring-backoff, spring-retry, sqs, step-functions, symfony-messenger, \
         temporal, terraform-sdk, undici.",
        "Exponential Backoff And Jitter, AWS Architecture Blog, 2015",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n";
    JitterPassesCap "jitter-passes-cap" Note:
        "With jitter a wait may be longer than the max.",
        "Jitter is added to the capped wait. Whoever sized a timeout by the max has sized it too small: the longest \
         wait is what counts.\n\nBy default so: backoff-rust, cenkalti-v4, cenkalti-v5, grpc, grpc-js, ioredis, \
         otel-collector.",
        "cenkalti/backoff#117; fleetdm/fleet#53357",
        "[policies.api]\nbase = \"1s\"\nmax = \"4s\"\njitter = \"20%\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"4s\"\njitter = \"equal\"\n";
    JitterVanishes "jitter-vanishes" Warning:
        "At the max nothing is left of jitter.",
        "Jitter comes before the cap, so waits that reach it are all the same: the clients fall into step just when \
         the outage is long. A higher max, fewer retries or another jitter keeps them apart.\n\nBy default so: \
         stamina.",
        "aws/aws-sdk-go-v2#3091; resilience4j/resilience4j#1320",
        "client urllib3: total=8, backoff_factor=1, backoff_max=10, backoff_jitter=1\n",
        "client urllib3: total=3, backoff_factor=1, backoff_max=10, backoff_jitter=1\n";
    NoEnd "no-end" Warning:
        "The policy has no end.",
        "Neither a number of retries nor a time ends it: a call that can never succeed is made for ever, and work \
         piles up behind it. Say how many retries there are; where the client has no key for an end, it is a note. \
         What restarts a service or a pod is to go on, and is not meant.\n\nBy default so: backoff, cockatiel, gax-go, \
         google-gax, grpc-js, ioredis, ioredis-5, jpillora-backoff, prometheus, retrying, spring-backoff, temporal, \
         tenacity, terraform-sdk.",
        "the clients' sources; see `holdoff dialects`",
        "client node-retry: forever=true, minTimeout=1000, maxTimeout=60000, randomize=true\n",
        "client node-retry: retries=5, minTimeout=1000, maxTimeout=60000, randomize=true\n";
    BusyLoop "busy-loop" Warning:
        "Retries follow one another without any wait.",
        "Two waits in a row are 0: what fails fast is called as fast as it fails, by every client at once.\n\nBy \
         default so: argo, argo-container-set, aria2c, axios-retry, failsafe, faraday-retry, httpx-retries, retrying, \
         tenacity, urllib3.",
        "jscott3201/rusty-bacnet#526; openai/openai-agents-python#3270",
        "client urllib3: total=3\n",
        "client urllib3: total=3, backoff_factor=0.5, backoff_jitter=0.5\n";
    WaitOfDays "wait-of-days" Warning:
        "A wait is longer than a day.",
        "Nobody waits so long for a call. Most often the unit is another than was thought, or the base is that of a power \
         (tokio-retry).",
        "djc/tokio-retry#22",
        "[policies.api]\nbase = \"30m\"\nmax = \"none\"\nretries = 9\njitter = \"full\"\n",
        "[policies.api]\nbase = \"30s\"\nmax = \"1h\"\nretries = 9\njitter = \"full\"\n";
    BeyondTimer "wait-beyond-timer" Error:
        "A wait is longer than a JavaScript timer can be, so it fires at once.",
        "`setTimeout` takes at most 2147483647 ms, 24.8 days; above that it waits 1 ms, and the policy becomes a busy loop \
         just where it should be slowest.",
        "Node.js timers; pathosDev/actor-ts#771",
        "client node-retry: retries=9, factor=10, minTimeout=1000, randomize=true\n",
        "client node-retry: retries=9, factor=10, minTimeout=1000, maxTimeout=60000, randomize=true\n";
    RetryAfterUnheeded "retry-after-unheeded" Note:
        "The server's Retry-After is not looked at.",
        "A server that says when to come back is asked earlier, and answers as before. The policy's own waits should then be \
         as long as the server's, or another layer should obey it.",
        "RFC 9110, 10.2.3",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nserver-wait = \"ignore\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n";
    WriteMayRepeat "write-may-repeat" Warning:
        "Writes that are not idempotent are retried, and nothing says that they carry a key.",
        "After a timeout or a 5xx the first call may have taken effect; a second one then does it twice. Where every request \
         carries an idempotency key, say so with `idempotency-key = true`.",
        "RFC 9110, 9.2.2",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nmethods = [\"GET\", \"POST\"]\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nmethods = [\"GET\", \"POST\"]\nidempotency-key = true\n";
    HiddenLimit "hidden-limit" Note:
        "A limit that the config does not name ends the policy.",
        "The client ends after some time by default. Whoever reads the config alone expects more retries, or longer \
         ones.\n\nBy default so: azure-core, backoff-rust, cenkalti-v4, cenkalti-v5, google-api-core, kafka, \
         otel-collector, otlp-python, retry-request, stamina.",
        "cenkalti/backoff#159; holdoff dialects",
        "client google-api-core: initial=1, maximum=60, multiplier=2\n",
        "client google-api-core: initial=1, maximum=60, multiplier=2, timeout=300\n";
    LayersMultiply "layers-multiply" Warning:
        "Layers that retry inside one another multiply their calls.",
        "Where a gateway, an SDK and a job each retry, one failing request becomes the product of their calls, all on a server \
         that is failing already. Retry in one layer, most often the outermost one that knows the request.",
        "mpfaffenberger/code_puppy#317, with 3, 3 and 5 calls; Timeouts, retries and backoff with jitter, Amazon Builders' Library",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n[stacks.a]\nlayers = [{ policy = \"#api\" }, { client = [\"urllib3\", \"total=2\"] }]\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n[stacks.a]\nlayers = [{ policy = \"#api\" }, { client = [\"urllib3\", \"total=0\"] }]\n";
    InnerNeverRuns "inner-never-runs" Warning:
        "A layer's retries are given up by the layer around it.",
        "The outer layer lets each of its calls take so long, and the inner one is still waiting then: its last retries are \
         never made, or are made for an answer that nobody waits for.",
        "holdoff's own definition",
        "[policies.outer]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nrequest-time = \"2s\"\n[policies.inner]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n[stacks.a]\nlayers = [{ policy = \"#outer\" }, { policy = \"#inner\" }]\n",
        "[policies.outer]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\nrequest-time = \"40s\"\n[policies.inner]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n[stacks.a]\nlayers = [{ policy = \"#outer\" }, { policy = \"#inner\" }]\n";
    UnusedAllow "unused-allow" Warning:
        "A finding is allowed that is not there.",
        "What is allowed without need hides the next fault of its kind. Delete the entry.",
        "holdoff's own definition",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\njitter = \"full\"\n[policies.api.allow]\nno-jitter = \"one client alone\"\n",
        "[policies.api]\nbase = \"1s\"\nmax = \"30s\"\n[policies.api.allow]\nno-jitter = \"one client alone\"\n";
}

impl Rule {
    /// The rule of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }
}
