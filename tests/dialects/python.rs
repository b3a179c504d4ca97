//! Clients in Python.

use super::{Case, Group, recognised, row};

pub(crate) const GROUP: Group = Group {
    cases: &[
        Case { id: "urllib3-default", dialect: "urllib3", config: "Retry(total=10)" },
        Case { id: "urllib3-bf0.1", dialect: "urllib3", config: "total=4,backoff_factor=0.1" },
        Case {
            id: "urllib3-jitter",
            dialect: "urllib3",
            config: "Retry(total=5, backoff_factor=0.5, backoff_jitter=1.0, backoff_max=3)",
        },
        Case { id: "requests-int3", dialect: "requests", config: "HTTPAdapter(max_retries=3)" },
        Case {
            id: "tenacity-exp-default",
            dialect: "tenacity",
            config: "@retry(wait=wait_exponential(), stop=stop_after_attempt(6))",
        },
        Case {
            id: "tenacity-exp-4-10",
            dialect: "tenacity",
            config: "wait=wait_exponential(multiplier=1,min=4,max=10), stop=stop_after_attempt(7)",
        },
        Case {
            id: "tenacity-random-exp",
            dialect: "tenacity",
            config: "wait=wait_random_exponential(multiplier=1,max=60), stop=stop_after_attempt(9)",
        },
        Case {
            id: "tenacity-exp-jitter",
            dialect: "tenacity",
            config: "wait=wait_exponential_jitter(multiplier=1,max=10,jitter=1), stop=stop_after_attempt(7)",
        },
        Case {
            id: "tenacity-exp-jitter-min-above-max",
            dialect: "tenacity",
            config: "wait=wait_exponential_jitter(max=0,min=8.5), stop=stop_after_attempt(4)",
        },
        Case {
            id: "tenacity-fixed+random",
            dialect: "tenacity",
            config: "wait=wait_fixed(3)+wait_random(0,2), stop=stop_after_attempt(4)",
        },
        Case {
            id: "tenacity-chain",
            dialect: "tenacity",
            config: "wait=wait_chain(wait_fixed(1), wait_fixed(1), wait_fixed(5)), stop=stop_after_attempt(6)",
        },
        Case {
            id: "tenacity-stop-after-delay10",
            dialect: "tenacity",
            config: "wait=wait_exponential(), stop=stop_after_delay(10)",
        },
        Case {
            id: "tenacity-stop-before-delay10",
            dialect: "tenacity",
            config: "wait=wait_exponential(), stop=tenacity.stop_before_delay(10)",
        },
        Case { id: "botocore-default-throttle", dialect: "botocore", config: "service=\"sqs\", throttled=true" },
        Case {
            id: "botocore-standard-10",
            dialect: "botocore",
            config: "service=\"sqs\", throttled=true, mode=\"standard\", total_max_attempts=10",
        },
        Case {
            id: "botocore-standard-maxattempts3",
            dialect: "botocore",
            config: "service=\"sqs\", mode=\"standard\", max_attempts=3",
        },
        Case {
            id: "botocore-standard-total3",
            dialect: "botocore",
            config: "service=\"sqs\", mode=\"standard\", total_max_attempts=3",
        },
        Case { id: "botocore-env-maxattempts3", dialect: "botocore", config: "service=\"sqs\", AWS_MAX_ATTEMPTS=3" },
        Case { id: "botocore-legacy", dialect: "botocore", config: "service=\"sqs\", mode=\"legacy\"" },
        Case {
            id: "botocore-legacy-max8",
            dialect: "botocore",
            config: "service=\"sqs\", mode=\"legacy\", max_attempts=8",
        },
        Case {
            id: "botocore-standard-dynamodb",
            dialect: "botocore",
            config: "service=\"dynamodb\", mode=\"standard\"",
        },
        Case { id: "openai-python-7", dialect: "openai", config: "OpenAI(max_retries=7)" },
        Case { id: "anthropic-python-2", dialect: "anthropic", config: "Anthropic()" },
        Case { id: "anthropic-python-7", dialect: "anthropic", config: "client.with_options(max_retries=7)" },
        Case { id: "stripe-python-6", dialect: "stripe", config: "max_network_retries=6" },
        Case {
            id: "gapi-default",
            dialect: "google-api-core",
            config: "retry.Retry(initial=1, maximum=60, multiplier=2, timeout=120)",
        },
        Case { id: "celery-default-autoretry", dialect: "celery", config: "@app.task(autoretry_for=(IOError,))" },
        Case {
            id: "celery-backoff-5",
            dialect: "celery",
            config: "retry_backoff=5, retry_backoff_max=30, max_retries=6",
        },
        Case {
            id: "celery-backoff-2.9",
            dialect: "celery",
            config: "retry_backoff=2.9, retry_jitter=False, max_retries=4",
        },
        Case { id: "redis-py-default", dialect: "redis-py", config: "retries=10" },
        Case { id: "redis-py-exp", dialect: "redis-py", config: "backoff=ExponentialBackoff, retries=8" },
        Case {
            id: "redis-py-fulljitter",
            dialect: "redis-py",
            config: "backoff=FullJitterBackoff, cap=0.512, base=0.008, retries=8",
        },
        Case {
            id: "redis-py-decorrelated",
            dialect: "redis-py",
            config: "Retry(DecorrelatedJitterBackoff(cap=0.512, base=0.008), 8)",
        },
        Case { id: "celery-backoff-0", dialect: "celery", config: "retry_backoff=0, default_retry_delay=7" },
        Case {
            id: "azure-core-fixed",
            dialect: "azure-core",
            config: "RetryPolicy(retry_mode='fixed', retry_backoff_factor=3)",
        },
        Case {
            id: "retrying-cap-alone",
            dialect: "retrying",
            config: "wait_exponential_max=5, stop_max_attempt_number=5",
        },
        Case { id: "azure-core-default", dialect: "azure-core", config: "RetryPolicy()" },
        Case {
            id: "azure-core-exp",
            dialect: "azure-core",
            config: "RetryPolicy(retry_total=8, retry_status=8, retry_backoff_factor=1, retry_backoff_max=30)",
        },
        Case {
            id: "retrying-exp",
            dialect: "retrying",
            config: "@retry(wait_exponential_multiplier=1000, wait_exponential_max=10000, stop_max_attempt_number=6)",
        },
        Case {
            id: "backoff-expo-default",
            dialect: "backoff",
            config: "@backoff.on_exception(backoff.expo, requests.exceptions.RequestException, max_tries=6)",
        },
        Case {
            id: "backoff-expo-nojit-cap",
            dialect: "backoff",
            config: "wait_gen=expo, factor=0.1, max_value=5, jitter=None, max_tries=8",
        },
        Case {
            id: "backoff-fibo",
            dialect: "backoff",
            config: "@backoff.on_predicate(backoff.fibo, max_value=10, jitter=None, max_tries=8)",
        },
        Case {
            id: "backoff-maxtime-truncates",
            dialect: "backoff",
            config: "@backoff.on_exception(backoff.expo, IOError, jitter=None, max_time=10)",
        },
        Case { id: "aiohttp-retry-default", dialect: "aiohttp-retry", config: "ExponentialRetry(attempts=3)" },
        Case {
            id: "aiohttp-retry-exp6",
            dialect: "aiohttp-retry",
            config: "RetryClient(retry_options=ExponentialRetry(attempts=6, start_timeout=1, max_timeout=10, factor=2))",
        },
        Case {
            id: "aiohttp-retry-jitter",
            dialect: "aiohttp-retry",
            config: "JitterRetry(attempts=6, start_timeout=1, max_timeout=4)",
        },
        Case { id: "aiohttp-retry-random", dialect: "aiohttp-retry", config: "aiohttp_retry.RandomRetry(attempts=3)" },
        Case {
            id: "httpx-retries-bf0.5",
            dialect: "httpx-retries",
            config: "RetryTransport(retry=Retry(total=5, backoff_factor=0.5))",
        },
        Case {
            id: "httpx-retries-cap",
            dialect: "httpx-retries",
            config: "Retry(total=6, backoff_factor=1, max_backoff_wait=10, backoff_jitter=0.25)",
        },
        Case { id: "stamina-default", dialect: "stamina", config: "@stamina.retry(on=httpx.HTTPError)" },
        Case {
            id: "dramatiq-cap60s",
            dialect: "dramatiq",
            config: "@dramatiq.actor(max_retries=6, min_backoff=15000, max_backoff=60000)",
        },
        Case {
            id: "otlp-python-http-10s",
            dialect: "otlp-python",
            config: "OTLPSpanExporter(endpoint=\"http://localhost:4318/v1/traces\", timeout=10)",
        },
        Case {
            id: "airflow-exp",
            dialect: "airflow",
            config: "PythonOperator(task_id=\"call\", retries=5, retry_delay=timedelta(minutes=5), retry_exponential_backoff=2)",
        },
        Case {
            id: "ansible-until",
            dialect: "ansible",
            config: "- hosts: all\n  tasks:\n    - name: wait for it\n      uri: {url: http://localhost/}\n      register: answer\n      until: answer.status == 200\n      retries: 3\n      delay: 5\n",
        },
    ],
    asked: &[],
};

/// As the classes come to it when they are run with the lowest and the highest draw.
#[test]
fn classes_of_redis_py_may_be_calls() {
    let waits = |config: &str| row("redis-py", config, "s");
    assert_eq!(waits("Retry(ConstantBackoff(0.1), 2)"), "0.1 0.1 end");
    assert_eq!(waits("retry=Retry(EqualJitterBackoff(1, 0.1), 4)"), "0.1..0.2 0.2..0.4 0.4..0.8 0.5..1 end");
    assert_eq!(waits("backoff=redis.backoff.ExponentialBackoff(cap=0.3, base=0.1), retries=2"), "0.2 0.3 end");
    assert_eq!(waits("Retry(DecorrelatedJitterBackoff(0.05, 0.1), 2)"), "0.05 0.05 end");
    assert_eq!(waits("Retry(NoBackoff(), retries=1)"), "0 end");
    assert_eq!(recognised("Retry(ExponentialBackoff(cap=10, base=1), 3)"), ["redis-py"]);
    assert_eq!(recognised("redis.Redis(host='a', retry=Retry(FullJitterBackoff(), 3))"), ["redis-py"]);
}

/// urllib3 run with the same arguments: 0, 2 and 3 s.
#[test]
fn requests_takes_a_retry_of_urllib3() {
    let config = "HTTPAdapter(max_retries=Retry(total=3, backoff_factor=1, backoff_max=3, status_forcelist=[503]))";
    assert_eq!(row("requests", config, "s"), "0 2 3 end");
    assert_eq!(recognised(config), ["requests"]);
    assert_eq!(recognised("Retry(3)"), ["urllib3"]);
    assert_eq!(recognised("retries = Retry(total=5, backoff_factor=0.5)"), ["urllib3"]);
    assert_eq!(recognised("adapter = HTTPAdapter(max_retries=3)"), ["requests"]);
}

/// The right waits are those of backoff 2.2.1 run with the lowest and the highest draw.
#[test]
fn backoff_has_lists_and_a_jitter_that_is_added() {
    let waits = |config: &str| row("backoff", config, "s");
    assert_eq!(waits("@on_exception(backoff.constant, OSError, interval=[1, 5, 2], jitter=None)"), "1 5 2 end");
    let added = "wait_gen=backoff.expo, max_value=3, jitter=backoff.random_jitter, max_tries=5";
    assert_eq!(waits(added), "1..2 2..3 3..4 3..4 end");
    assert_eq!(waits("wait_gen=fibo, jitter=None, max_tries=0"), "1 1 2 3 5 8");
    assert_eq!(recognised("@backoff.on_exception(backoff.expo, OSError, max_time=60)"), ["backoff"]);
}

/// The right waits are those of aiohttp-retry 2.9.1 and httpx-retries 0.6.0 as they were run.
#[test]
fn http_clients_of_python_have_waits_of_their_own() {
    assert_eq!(row("aiohttp-retry", "ListRetry(timeouts=[9, 1, 4])", "s"), "1 4 end");
    assert_eq!(row("aiohttp-retry", "FibonacciRetry(attempts=5, multiplier=0.5)", "s"), "1 1.5 2.5 3 end");
    assert_eq!(row("aiohttp-retry", "JitterRetry(attempts=3, factor=3)", "s"), "0.3..8.3 0.9..8.9 end");
    assert_eq!(row("httpx-retries", "backoff_factor=1, backoff_jitter=0, total_timeout=5", "s"), "2 3 end");
    assert_eq!(recognised("RetryClient(retry_options=JitterRetry(attempts=3))"), ["aiohttp-retry"]);
    assert_eq!(recognised("RetryTransport(retry=Retry(total=5, backoff_factor=0.5))"), ["httpx-retries"]);
    assert_eq!(recognised("Retry(total=5, backoff_factor=0.5)"), ["urllib3"]);
    assert_eq!(recognised("Retry(total=5, max_backoff_wait=10)"), ["httpx-retries"]);
}

/// stamina 26.1.0, run under a clock that the waits alone move: a failure at 3 s is the last.
#[test]
fn stamina_compares_its_timeout_after_a_call() {
    assert_eq!(row("stamina", "wait_initial=1, wait_jitter=0, timeout=3", "s"), "1 2 end");
    let unlimited = "attempts=None, timeout=None, wait_jitter=0, wait_initial=4";
    assert_eq!(row("stamina", unlimited, "s"), "4 5 5 5 5 5");
    assert_eq!(recognised("@stamina.retry(on=httpx.HTTPError, attempts=3)"), ["stamina"]);
}

/// slack_sdk 3.48.0, read and run: 0.5 s doubled and a second more; a fixed calculator; the handler of rate limits.
#[test]
fn handlers_of_slack_sdk_have_waits_of_their_own() {
    let waits = |config: &str| row("slack-sdk", config, "s");
    assert_eq!(waits("ServerErrorRetryHandler(max_retry_count=3)"), "0.5..1.5 1..2 2..3 end");
    let calculator = "interval_calculator=BackoffRetryIntervalCalculator(backoff_factor=2), max_retry_count=2";
    assert_eq!(waits(calculator), "2..3 4..5 end");
    assert_eq!(waits("ConnectionErrorRetryHandler(2, FixedValueRetryIntervalCalculator(0.25))"), "0.25 0.25 end");
    assert_eq!(waits("RateLimitErrorRetryHandler(max_retry_count=2)"), "1..2 1..2 end");
    assert_eq!(recognised("RateLimitErrorRetryHandler(max_retry_count=2)"), ["slack-sdk"]);
}

/// By hand from Airflow's source: 10.5 s by 1.5 is 10.5, 15.75, 23.625, which are 11, 16 and 24 whole seconds; up to
/// twice as many less one are waited for, and 20 at the most.
#[test]
fn airflow_raises_waits_to_whole_seconds_and_caps_what_the_hash_adds() {
    let config = "retries=3, retry_delay=10.5, retry_exponential_backoff=1.5, max_retry_delay=timedelta(seconds=20)";
    assert_eq!(row("airflow", config, "s"), "11..20 16..20 20 end");
    assert_eq!(row("airflow", "retries=2, retry_delay=timedelta(minutes=1)", "s"), "60 60 end");
    let old = "{'owner': 'a', 'retries': 1, 'retry_delay': timedelta(seconds=4), 'retry_exponential_backoff': True}";
    assert_eq!(row("airflow", &format!("default_args={old}"), "s"), "4..7 end");
    assert_eq!(recognised(&format!("default_args={old}")), ["airflow"]);
    assert_eq!(recognised("BashOperator(task_id='a', bash_command='b', retry_delay=60)"), ["airflow"]);
}

/// Read in the source: a count or a delay below 0 has a meaning of its own, and `until` alone has three retries.
#[test]
fn ansible_has_retries_with_until_alone() {
    let task = |keys: &str| row("ansible", &format!("- command: make\n  name: build\n{keys}"), "s");
    assert_eq!(task("  until: ok\n"), "5 5 5 end");
    assert_eq!(task("  until: ok\n  retries: 1\n  delay: -3\n"), "1 end");
    assert_eq!(task("  retries: 2\n  delay: 0\n"), "0 0 end");
    assert_eq!(task("  until: ok\n  retries: -1\n"), "end");
}
