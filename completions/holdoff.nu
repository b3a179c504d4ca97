module completions {

  # When to retry: exact waits, what a response asked for, whether it still fits.
  export extern holdoff [
    --help(-h)                # Print help (see more with '--help')
    --version(-V)             # Print version
  ]

  def "nu-complete holdoff schedule jitter" [] {
    [ "none" "full" "equal" "decorrelated" ]
  }

  def "nu-complete holdoff schedule unit" [] {
    [ "ns" "us" "ms" "s" "m" "h" "d" ]
  }

  def "nu-complete holdoff schedule dialect" [] {
    [ "grpc" "grpc-go-1.68" "gapic" "envoy" "istio" "step-functions" "sqs" "botocore" "aws-config" "urllib3" "requests" "tenacity" "backoff" "stamina" "aiohttp-retry" "httpx-retries" "google-api-core" "celery" "redis-py" "azure-core" "retrying" "dramatiq" "airflow" "slack-sdk" "otlp-python" "node-retry" "async-retry" "p-retry" "p-retry-6" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "cockatiel" "aws-sdk-js" "azure-core-js" "octokit" "ioredis" "ioredis-5" "retry-request" "google-gax" "grpc-js" "openai" "openai-node" "anthropic" "anthropic-node" "stripe" "stripe-node" "backon" "tokio-retry" "tokio-retry2" "retry-rust" "backoff-rust" "exponential-backoff-rust" "retry-policies" "again" "cenkalti-v4" "cenkalti-v5" "go-retryablehttp" "aws-sdk-go" "aws-sdk-go-2026" "gax-go" "jpillora-backoff" "avast-retry" "terraform-sdk" "resilience4j" "spring-retry" "spring" "spring-backoff" "failsafe" "gax-java" "kafka" "aws-sdk-java" "polly" "sidekiq" "activejob" "resque-retry" "faraday-retry" "symfony-messenger" "guzzle" "guzzle-6" "oban" "curl" "wget" "aria2c" "hurl" "temporal" "argo" "argo-container-set" "nick-fields-retry" "ansible" "docker" "systemd" "otel-collector" "prometheus" "vector" "fluent-bit" "fluent-bit-1" "k8s-wait" "kubelet" "k8s-job" "cloud-tasks" "queue-yaml" "cloud-scheduler" "nextest" ]
  }

  def "nu-complete holdoff schedule format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff schedule color" [] {
    [ "auto" "always" "never" ]
  }

  # The waits of a policy, with totals
  export extern "holdoff schedule" [
    --base: string            # The wait before retry 1, such as 250ms, or a bare number
    --max: string             # The longest one wait may be, such as 30s; or none
    --factor: string          # How much each wait grows, 1 or more [default: 2]
    --retries: string         # How many retries, 1 to 1000 [default: 5]
    --calls: string           # The same, counted with the first call: 2 to 1001
    --jitter: string@"nu-complete holdoff schedule jitter" # The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]
    --unit: string@"nu-complete holdoff schedule unit" # The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]
    --policy: path            # A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input
    --dialect: string@"nu-complete holdoff schedule dialect" # The client that the file is of, such as envoy [default: told by the file]
    --client: string          # A client and its keys, such as urllib3 'total=5,backoff_factor=0.5', or curl '--retry 5'
    --request-time: string    # How long one call takes, such as 500ms
    --mark: string            # Tell which retry a limit of yours falls before, such as gateway=60s; may be repeated
    --sample: string          # Draw one run of the jitter; the same whole number gives the same run
    --format: string@"nu-complete holdoff schedule format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff schedule color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
  ]

  def "nu-complete holdoff inspect input" [] {
    [ "head" "json" "ndjson" "har" ]
  }

  def "nu-complete holdoff inspect profile" [] {
    [ "github" "gitlab" "x" "reddit" "discord" "atlassian" "okta" "auth0" "digitalocean" "twitch" "pagerduty" "bluesky" "sharepoint" "linear" "riot" "sentry" "sentry-api" "microsoft-graph" "fastly" "cloudflare" "hipchat" "software-heritage" "heroku" "pyannote" "vimeo" "mastodon" "dockerhub" "dockerhub-api" "imgur" "slack" "figma" "zoom" "shopify" "salesforce" "zendesk" "amazon-sp-api" "amazon-mws" "lemlist" "smartsheet" "woocommerce" "resend" "omnisend" "prisjakt" "yelp" "hubspot" "brevo" "mailerlite" "unipile" "stripe" "openai" "azure-openai" "groq" "anthropic" "mistral" "cohere" "huggingface" "kong" "envoy" "tollbooth" "pinterest" "statuscake" "tyk" "rapidapi" "akamai" "aspnetcoreratelimit" "traefik" "express-rate-limit" "laravel" "flask-limiter" "symfony" "zalando" ]
  }

  def "nu-complete holdoff inspect reset_unit" [] {
    [ "s" "ms" "epoch-s" "epoch-ms" ]
  }

  def "nu-complete holdoff inspect format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff inspect color" [] {
    [ "auto" "always" "never" ]
  }

  # What a response says about when to come back
  export extern "holdoff inspect" [
    --input: string@"nu-complete holdoff inspect input" # What the input holds [default: told by how it begins]
    --map: string             # Where records hold status, headers, received and body: status=a.b,headers=c
    --threads: string         # How many threads read records [default: the cores]
    --received: string        # When the response arrived, such as 2026-12-01T00:00:00Z, or now [default: the record's time, or Date]
    --status: string          # The status, 100 to 999 [default: the response's own]
    --strict                  # Read only what the specifications allow
    --profile: string@"nu-complete holdoff inspect profile" # The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]
    --reset-unit: string@"nu-complete holdoff inspect reset_unit" # What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]
    --all                     # Show every response of the input, not only the last
    --clients                 # Show what curl, urllib3, got and others would do with the response
    --format: string@"nu-complete holdoff inspect format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff inspect color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    ...inputs: path           # Header lines such as 'Retry-After: 120', files of responses, or - for standard input [default: -]
  ]

  def "nu-complete holdoff simulate jitter" [] {
    [ "none" "full" "equal" "decorrelated" ]
  }

  def "nu-complete holdoff simulate unit" [] {
    [ "ns" "us" "ms" "s" "m" "h" "d" ]
  }

  def "nu-complete holdoff simulate dialect" [] {
    [ "grpc" "grpc-go-1.68" "gapic" "envoy" "istio" "step-functions" "sqs" "botocore" "aws-config" "urllib3" "requests" "tenacity" "backoff" "stamina" "aiohttp-retry" "httpx-retries" "google-api-core" "celery" "redis-py" "azure-core" "retrying" "dramatiq" "airflow" "slack-sdk" "otlp-python" "node-retry" "async-retry" "p-retry" "p-retry-6" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "cockatiel" "aws-sdk-js" "azure-core-js" "octokit" "ioredis" "ioredis-5" "retry-request" "google-gax" "grpc-js" "openai" "openai-node" "anthropic" "anthropic-node" "stripe" "stripe-node" "backon" "tokio-retry" "tokio-retry2" "retry-rust" "backoff-rust" "exponential-backoff-rust" "retry-policies" "again" "cenkalti-v4" "cenkalti-v5" "go-retryablehttp" "aws-sdk-go" "aws-sdk-go-2026" "gax-go" "jpillora-backoff" "avast-retry" "terraform-sdk" "resilience4j" "spring-retry" "spring" "spring-backoff" "failsafe" "gax-java" "kafka" "aws-sdk-java" "polly" "sidekiq" "activejob" "resque-retry" "faraday-retry" "symfony-messenger" "guzzle" "guzzle-6" "oban" "curl" "wget" "aria2c" "hurl" "temporal" "argo" "argo-container-set" "nick-fields-retry" "ansible" "docker" "systemd" "otel-collector" "prometheus" "vector" "fluent-bit" "fluent-bit-1" "k8s-wait" "kubelet" "k8s-job" "cloud-tasks" "queue-yaml" "cloud-scheduler" "nextest" ]
  }

  def "nu-complete holdoff simulate profile" [] {
    [ "github" "gitlab" "x" "reddit" "discord" "atlassian" "okta" "auth0" "digitalocean" "twitch" "pagerduty" "bluesky" "sharepoint" "linear" "riot" "sentry" "sentry-api" "microsoft-graph" "fastly" "cloudflare" "hipchat" "software-heritage" "heroku" "pyannote" "vimeo" "mastodon" "dockerhub" "dockerhub-api" "imgur" "slack" "figma" "zoom" "shopify" "salesforce" "zendesk" "amazon-sp-api" "amazon-mws" "lemlist" "smartsheet" "woocommerce" "resend" "omnisend" "prisjakt" "yelp" "hubspot" "brevo" "mailerlite" "unipile" "stripe" "openai" "azure-openai" "groq" "anthropic" "mistral" "cohere" "huggingface" "kong" "envoy" "tollbooth" "pinterest" "statuscake" "tyk" "rapidapi" "akamai" "aspnetcoreratelimit" "traefik" "express-rate-limit" "laravel" "flask-limiter" "symfony" "zalando" ]
  }

  def "nu-complete holdoff simulate reset_unit" [] {
    [ "s" "ms" "epoch-s" "epoch-ms" ]
  }

  def "nu-complete holdoff simulate server_wait" [] {
    [ "honor" "floor" "clamp" "stop" "ignore" ]
  }

  def "nu-complete holdoff simulate format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff simulate color" [] {
    [ "auto" "always" "never" ]
  }

  # May the next retry start before the deadline, or is it deferred?
  export extern "holdoff simulate" [
    --base: string            # The wait before retry 1, such as 250ms, or a bare number
    --max: string             # The longest one wait may be, such as 30s; or none
    --factor: string          # How much each wait grows, 1 or more [default: 2]
    --retries: string         # How many retries, 1 to 1000 [default: 5]
    --calls: string           # The same, counted with the first call: 2 to 1001
    --jitter: string@"nu-complete holdoff simulate jitter" # The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]
    --unit: string@"nu-complete holdoff simulate unit" # The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]
    --policy: path            # A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input
    --dialect: string@"nu-complete holdoff simulate dialect" # The client that the file is of, such as envoy [default: told by the file]
    --client: string          # A client and its keys, such as urllib3 'total=5,backoff_factor=0.5', or curl '--retry 5'
    --deadline: string        # When the retry must have started: 60s after the first call's start, or an instant
    --elapsed: string         # From the first call's start to the failed call's end, such as 12s [default: as the policy plans it]
    --started: string         # When the first call started, such as 2026-12-01T00:00:00Z
    --received: string        # When the failed call's response arrived, such as 2026-12-01T00:00:09Z, or now
    --request-time: string    # How long one call takes, such as 500ms [default: 0s]
    --retry: string           # Which retry is next, from 1
    --response: path          # A file of the response, or - for standard input
    --status: string          # The status, 100 to 999 [default: the response's own]
    --strict                  # Read only what the specifications allow
    --profile: string@"nu-complete holdoff simulate profile" # The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]
    --reset-unit: string@"nu-complete holdoff simulate reset_unit" # What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]
    --server-wait: string@"nu-complete holdoff simulate server_wait" # What the server's wait does to the policy's: honor, floor, clamp, stop or ignore [default: honor]
    --method: string          # The method of the request
    --idempotency-key         # The request carries an idempotency key
    --retry-on: string        # The statuses that are retried, with commas [default: 408,425,429,500,502,503,504]
    --format: string@"nu-complete holdoff simulate format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff simulate color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    ...headers: string        # Header lines of the response, such as 'Retry-After: 120'
  ]

  def "nu-complete holdoff compare dialect" [] {
    [ "grpc" "grpc-go-1.68" "gapic" "envoy" "istio" "step-functions" "sqs" "botocore" "aws-config" "urllib3" "requests" "tenacity" "backoff" "stamina" "aiohttp-retry" "httpx-retries" "google-api-core" "celery" "redis-py" "azure-core" "retrying" "dramatiq" "airflow" "slack-sdk" "otlp-python" "node-retry" "async-retry" "p-retry" "p-retry-6" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "cockatiel" "aws-sdk-js" "azure-core-js" "octokit" "ioredis" "ioredis-5" "retry-request" "google-gax" "grpc-js" "openai" "openai-node" "anthropic" "anthropic-node" "stripe" "stripe-node" "backon" "tokio-retry" "tokio-retry2" "retry-rust" "backoff-rust" "exponential-backoff-rust" "retry-policies" "again" "cenkalti-v4" "cenkalti-v5" "go-retryablehttp" "aws-sdk-go" "aws-sdk-go-2026" "gax-go" "jpillora-backoff" "avast-retry" "terraform-sdk" "resilience4j" "spring-retry" "spring" "spring-backoff" "failsafe" "gax-java" "kafka" "aws-sdk-java" "polly" "sidekiq" "activejob" "resque-retry" "faraday-retry" "symfony-messenger" "guzzle" "guzzle-6" "oban" "curl" "wget" "aria2c" "hurl" "temporal" "argo" "argo-container-set" "nick-fields-retry" "ansible" "docker" "systemd" "otel-collector" "prometheus" "vector" "fluent-bit" "fluent-bit-1" "k8s-wait" "kubelet" "k8s-job" "cloud-tasks" "queue-yaml" "cloud-scheduler" "nextest" ]
  }

  def "nu-complete holdoff compare unit" [] {
    [ "ns" "us" "ms" "s" "m" "h" "d" ]
  }

  def "nu-complete holdoff compare format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff compare color" [] {
    [ "auto" "always" "never" ]
  }

  # Several policies side by side, or one and what it was
  export extern "holdoff compare" [
    --client: string          # A client and its keys, such as urllib3 'total=5,backoff_factor=0.5'; may be repeated
    --dialect: string@"nu-complete holdoff compare dialect" # The client that the files are of, such as envoy [default: told by each file]
    --against: string         # Compare each file with what it was in this revision, such as main; git tells
    --unit: string@"nu-complete holdoff compare unit" # The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest of all]
    --request-time: string    # How long one call takes, such as 500ms
    --failure-rate: string    # The share of calls that fail, such as 50%: shows the load on the server
    --retry-budget: string    # What limits the retries of all requests together: aws, envoy, finagle or grpc, with keys such as grpc:max-tokens=10,token-ratio=0.1
    --endless: string         # How many retries of a policy without an end are looked at, 1 to 1000 [default: 100]
    --format: string@"nu-complete holdoff compare format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff compare color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    ...files: path            # Files with policies, of holdoff or of clients: FILE#NAME for one of several, FILE for all; - for standard input
  ]

  def "nu-complete holdoff convert jitter" [] {
    [ "none" "full" "equal" "decorrelated" ]
  }

  def "nu-complete holdoff convert unit" [] {
    [ "ns" "us" "ms" "s" "m" "h" "d" ]
  }

  def "nu-complete holdoff convert dialect" [] {
    [ "grpc" "grpc-go-1.68" "gapic" "envoy" "istio" "step-functions" "sqs" "botocore" "aws-config" "urllib3" "requests" "tenacity" "backoff" "stamina" "aiohttp-retry" "httpx-retries" "google-api-core" "celery" "redis-py" "azure-core" "retrying" "dramatiq" "airflow" "slack-sdk" "otlp-python" "node-retry" "async-retry" "p-retry" "p-retry-6" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "cockatiel" "aws-sdk-js" "azure-core-js" "octokit" "ioredis" "ioredis-5" "retry-request" "google-gax" "grpc-js" "openai" "openai-node" "anthropic" "anthropic-node" "stripe" "stripe-node" "backon" "tokio-retry" "tokio-retry2" "retry-rust" "backoff-rust" "exponential-backoff-rust" "retry-policies" "again" "cenkalti-v4" "cenkalti-v5" "go-retryablehttp" "aws-sdk-go" "aws-sdk-go-2026" "gax-go" "jpillora-backoff" "avast-retry" "terraform-sdk" "resilience4j" "spring-retry" "spring" "spring-backoff" "failsafe" "gax-java" "kafka" "aws-sdk-java" "polly" "sidekiq" "activejob" "resque-retry" "faraday-retry" "symfony-messenger" "guzzle" "guzzle-6" "oban" "curl" "wget" "aria2c" "hurl" "temporal" "argo" "argo-container-set" "nick-fields-retry" "ansible" "docker" "systemd" "otel-collector" "prometheus" "vector" "fluent-bit" "fluent-bit-1" "k8s-wait" "kubelet" "k8s-job" "cloud-tasks" "queue-yaml" "cloud-scheduler" "nextest" ]
  }

  def "nu-complete holdoff convert to" [] {
    [ "holdoff" "grpc" "grpc-go-1.68" "envoy" "istio" "step-functions" "aws-config" "temporal" "argo" "nick-fields-retry" "otel-collector" "prometheus" "vector" "fluent-bit" "urllib3" "requests" "tenacity" "google-api-core" "celery" "azure-core" "retrying" "botocore" "openai" "anthropic" "stripe" "node-retry" "async-retry" "p-retry" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "aws-sdk-js" "openai-node" "anthropic-node" "stripe-node" "resilience4j" "spring-retry" "spring" "failsafe" "gax-java" "polly" "sidekiq" "activejob" "faraday-retry" "oban" "symfony-messenger" "curl" "wget" "aria2c" "hurl" "docker" ]
  }

  def "nu-complete holdoff convert format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff convert color" [] {
    [ "auto" "always" "never" ]
  }

  # A policy in another client's words, and what is lost
  export extern "holdoff convert" [
    --base: string            # The wait before retry 1, such as 250ms, or a bare number
    --max: string             # The longest one wait may be, such as 30s; or none
    --factor: string          # How much each wait grows, 1 or more [default: 2]
    --retries: string         # How many retries, 1 to 1000 [default: 5]
    --calls: string           # The same, counted with the first call: 2 to 1001
    --jitter: string@"nu-complete holdoff convert jitter" # The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]
    --unit: string@"nu-complete holdoff convert unit" # The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]
    --policy: path            # A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input
    --dialect: string@"nu-complete holdoff convert dialect" # The client that the file is of, such as envoy [default: told by the file]
    --client: string          # A client and its keys, such as urllib3 'total=5,backoff_factor=0.5', or curl '--retry 5'
    --to: string@"nu-complete holdoff convert to" # The client whose config is wanted, such as envoy; holdoff for a policy file
    --strict                  # Exit with 1 where something is lost
    --format: string@"nu-complete holdoff convert format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff convert color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
  ]

  def "nu-complete holdoff check dialect" [] {
    [ "grpc" "grpc-go-1.68" "gapic" "envoy" "istio" "step-functions" "sqs" "botocore" "aws-config" "urllib3" "requests" "tenacity" "backoff" "stamina" "aiohttp-retry" "httpx-retries" "google-api-core" "celery" "redis-py" "azure-core" "retrying" "dramatiq" "airflow" "slack-sdk" "otlp-python" "node-retry" "async-retry" "p-retry" "p-retry-6" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "cockatiel" "aws-sdk-js" "azure-core-js" "octokit" "ioredis" "ioredis-5" "retry-request" "google-gax" "grpc-js" "openai" "openai-node" "anthropic" "anthropic-node" "stripe" "stripe-node" "backon" "tokio-retry" "tokio-retry2" "retry-rust" "backoff-rust" "exponential-backoff-rust" "retry-policies" "again" "cenkalti-v4" "cenkalti-v5" "go-retryablehttp" "aws-sdk-go" "aws-sdk-go-2026" "gax-go" "jpillora-backoff" "avast-retry" "terraform-sdk" "resilience4j" "spring-retry" "spring" "spring-backoff" "failsafe" "gax-java" "kafka" "aws-sdk-java" "polly" "sidekiq" "activejob" "resque-retry" "faraday-retry" "symfony-messenger" "guzzle" "guzzle-6" "oban" "curl" "wget" "aria2c" "hurl" "temporal" "argo" "argo-container-set" "nick-fields-retry" "ansible" "docker" "systemd" "otel-collector" "prometheus" "vector" "fluent-bit" "fluent-bit-1" "k8s-wait" "kubelet" "k8s-job" "cloud-tasks" "queue-yaml" "cloud-scheduler" "nextest" ]
  }

  def "nu-complete holdoff check deny" [] {
    [ "max-total" "max-wait" "max-calls" "calls-differ" "min-spread" "status-not-allowed" "method-not-allowed" "server-wait-not-allowed" "limit-passed" "deadline-passed-by-plan" "cannot-finish" "invalid-policy" "value-elsewhere" "cap-below-base" "cap-never-reached" "factor-of-one" "count-never-reached" "no-jitter" "jitter-passes-cap" "jitter-vanishes" "no-end" "busy-loop" "wait-of-days" "wait-beyond-timer" "retry-after-unheeded" "write-may-repeat" "hidden-limit" "layers-multiply" "inner-never-runs" "unused-allow" ]
  }

  def "nu-complete holdoff check warn" [] {
    [ "max-total" "max-wait" "max-calls" "calls-differ" "min-spread" "status-not-allowed" "method-not-allowed" "server-wait-not-allowed" "limit-passed" "deadline-passed-by-plan" "cannot-finish" "invalid-policy" "value-elsewhere" "cap-below-base" "cap-never-reached" "factor-of-one" "count-never-reached" "no-jitter" "jitter-passes-cap" "jitter-vanishes" "no-end" "busy-loop" "wait-of-days" "wait-beyond-timer" "retry-after-unheeded" "write-may-repeat" "hidden-limit" "layers-multiply" "inner-never-runs" "unused-allow" ]
  }

  def "nu-complete holdoff check allow" [] {
    [ "max-total" "max-wait" "max-calls" "calls-differ" "min-spread" "status-not-allowed" "method-not-allowed" "server-wait-not-allowed" "limit-passed" "deadline-passed-by-plan" "cannot-finish" "invalid-policy" "value-elsewhere" "cap-below-base" "cap-never-reached" "factor-of-one" "count-never-reached" "no-jitter" "jitter-passes-cap" "jitter-vanishes" "no-end" "busy-loop" "wait-of-days" "wait-beyond-timer" "retry-after-unheeded" "write-may-repeat" "hidden-limit" "layers-multiply" "inner-never-runs" "unused-allow" ]
  }

  def "nu-complete holdoff check format" [] {
    [ "human" "json" "ndjson" "csv" "markdown" "sarif" "github" "junit" ]
  }

  def "nu-complete holdoff check color" [] {
    [ "auto" "always" "never" ]
  }

  # Judge policy files in CI
  export extern "holdoff check" [
    --dialect: string@"nu-complete holdoff check dialect" # The client that named files are of, such as envoy [default: told by each file]
    --require: path           # A file with a map `require`: what the team asks of every policy
    --deny: string@"nu-complete holdoff check deny" # Make findings errors: names with commas, or errors, warnings, notes or all
    --warn: string@"nu-complete holdoff check warn" # Make findings warnings
    --allow: string@"nu-complete holdoff check allow" # Leave findings out
    --baseline: path          # Leave out the findings of this file, which are old
    --write-baseline: path    # Write the findings of today into this file, for --baseline
    --against: string         # Judge only what changed since this revision, such as main; git tells
    --changed                 # Judge only what changed since the last commit: short for --against HEAD
    --format: string@"nu-complete holdoff check format" # How to print the answer
    --json                    # Short for --format json
    --color: string@"nu-complete holdoff check color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    ...paths: path            # Files with policies, FILE#NAME for one of several, folders, or - for standard input [default: .]
  ]

  def "nu-complete holdoff profiles name" [] {
    [ "github" "gitlab" "x" "reddit" "discord" "atlassian" "okta" "auth0" "digitalocean" "twitch" "pagerduty" "bluesky" "sharepoint" "linear" "riot" "sentry" "sentry-api" "microsoft-graph" "fastly" "cloudflare" "hipchat" "software-heritage" "heroku" "pyannote" "vimeo" "mastodon" "dockerhub" "dockerhub-api" "imgur" "slack" "figma" "zoom" "shopify" "salesforce" "zendesk" "amazon-sp-api" "amazon-mws" "lemlist" "smartsheet" "woocommerce" "resend" "omnisend" "prisjakt" "yelp" "hubspot" "brevo" "mailerlite" "unipile" "stripe" "openai" "azure-openai" "groq" "anthropic" "mistral" "cohere" "huggingface" "kong" "envoy" "tollbooth" "pinterest" "statuscake" "tyk" "rapidapi" "akamai" "aspnetcoreratelimit" "traefik" "express-rate-limit" "laravel" "flask-limiter" "symfony" "zalando" ]
  }

  def "nu-complete holdoff profiles format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff profiles color" [] {
    [ "auto" "always" "never" ]
  }

  # What is known of the fields of each vendor
  export extern "holdoff profiles" [
    --format: string@"nu-complete holdoff profiles format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff profiles color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    name?: string@"nu-complete holdoff profiles name" # A vendor, such as github; all are listed where none is given
  ]

  def "nu-complete holdoff dialects name" [] {
    [ "grpc" "grpc-go-1.68" "gapic" "envoy" "istio" "step-functions" "sqs" "botocore" "aws-config" "urllib3" "requests" "tenacity" "backoff" "stamina" "aiohttp-retry" "httpx-retries" "google-api-core" "celery" "redis-py" "azure-core" "retrying" "dramatiq" "airflow" "slack-sdk" "otlp-python" "node-retry" "async-retry" "p-retry" "p-retry-6" "axios-retry" "got" "ky" "undici" "fetch-retry" "gaxios" "exponential-backoff" "kafkajs" "bullmq" "cockatiel" "aws-sdk-js" "azure-core-js" "octokit" "ioredis" "ioredis-5" "retry-request" "google-gax" "grpc-js" "openai" "openai-node" "anthropic" "anthropic-node" "stripe" "stripe-node" "backon" "tokio-retry" "tokio-retry2" "retry-rust" "backoff-rust" "exponential-backoff-rust" "retry-policies" "again" "cenkalti-v4" "cenkalti-v5" "go-retryablehttp" "aws-sdk-go" "aws-sdk-go-2026" "gax-go" "jpillora-backoff" "avast-retry" "terraform-sdk" "resilience4j" "spring-retry" "spring" "spring-backoff" "failsafe" "gax-java" "kafka" "aws-sdk-java" "polly" "sidekiq" "activejob" "resque-retry" "faraday-retry" "symfony-messenger" "guzzle" "guzzle-6" "oban" "curl" "wget" "aria2c" "hurl" "temporal" "argo" "argo-container-set" "nick-fields-retry" "ansible" "docker" "systemd" "otel-collector" "prometheus" "vector" "fluent-bit" "fluent-bit-1" "k8s-wait" "kubelet" "k8s-job" "cloud-tasks" "queue-yaml" "cloud-scheduler" "nextest" ]
  }

  def "nu-complete holdoff dialects format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff dialects color" [] {
    [ "auto" "always" "never" ]
  }

  # What is known of the retry configs of each client
  export extern "holdoff dialects" [
    --format: string@"nu-complete holdoff dialects format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff dialects color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    name?: string@"nu-complete holdoff dialects name" # A client, such as urllib3; all are listed where none is given
  ]

  def "nu-complete holdoff explain code" [] {
    [ "go" "wait" "unknown" "stop" "allowed" "deferred" "refused" "exhausted" "server-says-stop" "not-a-failure" "status-not-retryable" "method-not-retried" "write-may-have-taken-effect" "no-retries-left" "policy-time-over" "server-wait-over-max" "deadline-passed" "wait-passes-deadline" "call-passes-deadline" "fits" "growth" "rounding" "exit-codes" "waits" "jitter" "full" "equal" "decorrelated" "percent" "sample" "order-of-decision" "lenient-reads" "clients" "reset-units" "csv" "markdown" "retryable-statuses" "idempotent-methods" "load" "retry-budget" "server-wait" "max-total" "max-wait" "max-calls" "calls-differ" "min-spread" "status-not-allowed" "method-not-allowed" "server-wait-not-allowed" "limit-passed" "deadline-passed-by-plan" "cannot-finish" "invalid-policy" "value-elsewhere" "cap-below-base" "cap-never-reached" "factor-of-one" "count-never-reached" "no-jitter" "jitter-passes-cap" "jitter-vanishes" "no-end" "busy-loop" "wait-of-days" "wait-beyond-timer" "retry-after-unheeded" "write-may-repeat" "hidden-limit" "layers-multiply" "inner-never-runs" "unused-allow" "retry-after-invalid" "retry-after-lenient" "retry-after-repeated" "retry-after-looks-like-epoch" "retry-after-implausible" "no-wait-after-failure" "credentials-required" "sunset-passed" "conditional-request" "not-modified" "wait-saturated" "milliseconds-invalid" "milliseconds-lenient" "should-retry-invalid" "retry-field-invalid" "redirect-wait" "ratelimit-invalid" "ratelimit-lenient" "count-invalid" "count-repeated" "negative-remaining" "no-limit" "reset-unit-guessed" "reset-is-epoch" "reset-cross-checked" "reset-beyond-window" "reset-long-past" "reset-date-fault" "reset-implausible" "reset-missing" "limit-guessed" "quota-left" "retry-after-on-success" "problem-details" "body-hint-invalid" "vendor-rule" "retry-after-passed-over" "categories-limited" "reset-before-retry-after" "retry-after-before-reset" "cached" "duplicate-limit" "duplicate-name" "date-invalid" "date-lenient" "age-invalid" "needs-reception" "resets-contradict" "reset-slides" "remaining-grows" "date-runs-backwards" "several-heads" "head-truncated" "input-unreadable" "record-invalid" "record-without-response" "record-time-unread" "line-invalid" "server-wait-zero" "earlier-than-server-asked" "write-without-key" "write-needs-key" "same-key" "key-conflict" "jitter-passes-max" "first-wait-zero" "count-includes-first-call" "jitter-vanishes-at-max" "limit-overruns" "value-clamped" "value-ignored" "key-not-known" "no-retry-limit" "default-time-limit" "both-limits" "cap-ends-policy" "wait-before-first-call" "wait-after-last-call" "client-arithmetic" "client-version" "no-wait" "base-above-max" "timer-overflow" "first-wait-shifted" "count-lost" "first-wait-lost" "growth-lost" "max-lost" "jitter-lost" "time-limit-lost" "server-wait-lost" "idle-wait-lost" "deadline-lost" "conditions-lost" ]
  }

  def "nu-complete holdoff explain format" [] {
    [ "table" "json" "ndjson" "csv" "markdown" ]
  }

  def "nu-complete holdoff explain color" [] {
    [ "auto" "always" "never" ]
  }

  # What a diagnostic, a verdict or a rule means
  export extern "holdoff explain" [
    --format: string@"nu-complete holdoff explain format" # How to print the answer
    --json                    # Short for --format json
    --get: string             # Print one key of the JSON alone, such as wait_s
    --color: string@"nu-complete holdoff explain color" # When to colour the answer
    --help(-h)                # Print this; --help adds details and examples
    code?: string@"nu-complete holdoff explain code" # A diagnostic, an answer, a reason or a rule; all are listed where none is given
  ]

  def "nu-complete holdoff schema name" [] {
    [ "schedule" "schedule-line" "inspect" "inspect-line" "simulate" "simulate-line" "compare" "compare-line" "convert" "convert-line" "check" "check-line" "explain" "explain-line" "profiles" "profiles-line" "dialects" "dialects-line" "policy-file" "error" ]
  }

  # The JSON Schema of what a command prints
  export extern "holdoff schema" [
    --help(-h)                # Print this; --help adds details and examples
    name?: string@"nu-complete holdoff schema name" # A command, with -line for a line of its ndjson, or `error`; without one, all names are listed
  ]

  def "nu-complete holdoff completions shell" [] {
    [ "bash" "zsh" "fish" "powershell" "elvish" "nushell" ]
  }

  # The script that completes holdoff in your shell
  export extern "holdoff completions" [
    --help(-h)                # Print this; --help adds details and examples
    shell: string@"nu-complete holdoff completions shell" # The shell that the script is for
  ]

}

export use completions *
