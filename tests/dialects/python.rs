//! Clients in Python.

use super::{Case, Group};

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
    ],
    not_built: &[
        "backoff-expo-default",
        "backoff-expo-nojit-cap",
        "backoff-fibo",
        "backoff-maxtime-truncates",
        "aiohttp-retry-default",
        "aiohttp-retry-exp6",
        "aiohttp-retry-jitter",
        "aiohttp-retry-random",
        "httpx-retries-bf0.5",
        "httpx-retries-cap",
        "dramatiq-cap60s",
        "stamina-default",
        "otlp-python-http-10s",
        "airflow-exp",
        "ansible-until",
    ],
};
