_holdoff() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="holdoff"
                ;;
            holdoff,check)
                cmd="holdoff__subcmd__check"
                ;;
            holdoff,compare)
                cmd="holdoff__subcmd__compare"
                ;;
            holdoff,completions)
                cmd="holdoff__subcmd__completions"
                ;;
            holdoff,convert)
                cmd="holdoff__subcmd__convert"
                ;;
            holdoff,dialects)
                cmd="holdoff__subcmd__dialects"
                ;;
            holdoff,explain)
                cmd="holdoff__subcmd__explain"
                ;;
            holdoff,inspect)
                cmd="holdoff__subcmd__inspect"
                ;;
            holdoff,profiles)
                cmd="holdoff__subcmd__profiles"
                ;;
            holdoff,schedule)
                cmd="holdoff__subcmd__schedule"
                ;;
            holdoff,schema)
                cmd="holdoff__subcmd__schema"
                ;;
            holdoff,simulate)
                cmd="holdoff__subcmd__simulate"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        holdoff)
            opts="-h -V --help --version schedule inspect simulate compare convert check profiles dialects explain schema completions"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__check)
            opts="-h --dialect --require --deny --warn --allow --baseline --write-baseline --against --changed --format --json --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --dialect)
                    COMPREPLY=($(compgen -W "grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --require)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --baseline)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --write-baseline)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --against)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human json ndjson csv markdown sarif github junit" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__compare)
            opts="-h --client --dialect --against --unit --request-time --failure-rate --retry-budget --endless --format --json --get --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --client)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --against)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "ns us ms s m h d" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --request-time)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --failure-rate)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --retry-budget)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --endless)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__completions)
            opts="-h --help bash zsh fish powershell elvish nushell"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__convert)
            opts="-h --base --max --factor --retries --calls --jitter --unit --policy --dialect --client --to --strict --format --json --get --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --base)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --max)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --factor)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --retries)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --calls)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --jitter)
                    COMPREPLY=($(compgen -W "none full equal decorrelated" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "ns us ms s m h d" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --policy)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --client)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "holdoff grpc grpc-go-1.68 envoy istio step-functions aws-config temporal argo nick-fields-retry otel-collector prometheus vector fluent-bit urllib3 requests tenacity google-api-core celery azure-core retrying botocore openai anthropic stripe node-retry async-retry p-retry axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq aws-sdk-js openai-node anthropic-node stripe-node resilience4j spring-retry spring failsafe gax-java polly sidekiq activejob faraday-retry oban symfony-messenger curl wget aria2c hurl docker" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__dialects)
            opts="-h --format --json --get --color --help grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__explain)
            opts="-h --format --json --get --color --help go wait unknown stop allowed deferred refused exhausted server-says-stop not-a-failure status-not-retryable method-not-retried write-may-have-taken-effect no-retries-left policy-time-over server-wait-over-max deadline-passed wait-passes-deadline call-passes-deadline fits growth rounding exit-codes waits jitter full equal decorrelated percent sample order-of-decision lenient-reads clients reset-units csv markdown retryable-statuses idempotent-methods load retry-budget server-wait max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow retry-after-invalid retry-after-lenient retry-after-repeated retry-after-looks-like-epoch retry-after-implausible no-wait-after-failure credentials-required sunset-passed conditional-request not-modified wait-saturated milliseconds-invalid milliseconds-lenient should-retry-invalid retry-field-invalid redirect-wait ratelimit-invalid ratelimit-lenient count-invalid count-repeated negative-remaining no-limit reset-unit-guessed reset-is-epoch reset-cross-checked reset-beyond-window reset-long-past reset-date-fault reset-implausible reset-missing limit-guessed quota-left retry-after-on-success problem-details body-hint-invalid vendor-rule retry-after-passed-over categories-limited reset-before-retry-after retry-after-before-reset cached duplicate-limit duplicate-name date-invalid date-lenient age-invalid needs-reception resets-contradict reset-slides remaining-grows date-runs-backwards several-heads head-truncated input-unreadable record-invalid record-without-response record-time-unread line-invalid server-wait-zero earlier-than-server-asked write-without-key write-needs-key same-key key-conflict jitter-passes-max first-wait-zero count-includes-first-call jitter-vanishes-at-max limit-overruns value-clamped value-ignored key-not-known no-retry-limit default-time-limit both-limits cap-ends-policy wait-before-first-call wait-after-last-call client-arithmetic client-version no-wait base-above-max timer-overflow first-wait-shifted count-lost first-wait-lost growth-lost max-lost jitter-lost time-limit-lost server-wait-lost idle-wait-lost deadline-lost conditions-lost"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__inspect)
            opts="-h --input --map --threads --received --status --strict --profile --reset-unit --all --clients --format --json --get --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --input)
                    COMPREPLY=($(compgen -W "head json ndjson har" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --map)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --threads)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --received)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --status)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --profile)
                    COMPREPLY=($(compgen -W "github gitlab x reddit discord atlassian okta auth0 digitalocean twitch pagerduty bluesky sharepoint linear riot sentry sentry-api microsoft-graph fastly cloudflare hipchat software-heritage heroku pyannote vimeo mastodon dockerhub dockerhub-api imgur slack figma zoom shopify salesforce zendesk amazon-sp-api amazon-mws lemlist smartsheet woocommerce resend omnisend prisjakt yelp hubspot brevo mailerlite unipile stripe openai azure-openai groq anthropic mistral cohere huggingface kong envoy tollbooth pinterest statuscake tyk rapidapi akamai aspnetcoreratelimit traefik express-rate-limit laravel flask-limiter symfony zalando" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --reset-unit)
                    COMPREPLY=($(compgen -W "s ms epoch-s epoch-ms" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__profiles)
            opts="-h --format --json --get --color --help github gitlab x reddit discord atlassian okta auth0 digitalocean twitch pagerduty bluesky sharepoint linear riot sentry sentry-api microsoft-graph fastly cloudflare hipchat software-heritage heroku pyannote vimeo mastodon dockerhub dockerhub-api imgur slack figma zoom shopify salesforce zendesk amazon-sp-api amazon-mws lemlist smartsheet woocommerce resend omnisend prisjakt yelp hubspot brevo mailerlite unipile stripe openai azure-openai groq anthropic mistral cohere huggingface kong envoy tollbooth pinterest statuscake tyk rapidapi akamai aspnetcoreratelimit traefik express-rate-limit laravel flask-limiter symfony zalando"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__schedule)
            opts="-h --base --max --factor --retries --calls --jitter --unit --policy --dialect --client --request-time --mark --sample --format --json --get --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --base)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --max)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --factor)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --retries)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --calls)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --jitter)
                    COMPREPLY=($(compgen -W "none full equal decorrelated" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "ns us ms s m h d" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --policy)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --client)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --request-time)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --mark)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --sample)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__schema)
            opts="-h --help schedule schedule-line inspect inspect-line simulate simulate-line compare compare-line convert convert-line check check-line explain explain-line profiles profiles-line dialects dialects-line policy-file error"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        holdoff__subcmd__simulate)
            opts="-h --base --max --factor --retries --calls --jitter --unit --policy --dialect --client --deadline --elapsed --started --received --request-time --retry --response --status --strict --profile --reset-unit --server-wait --method --idempotency-key --retry-on --format --json --get --color --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --base)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --max)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --factor)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --retries)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --calls)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --jitter)
                    COMPREPLY=($(compgen -W "none full equal decorrelated" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --unit)
                    COMPREPLY=($(compgen -W "ns us ms s m h d" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --policy)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --client)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --deadline)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --elapsed)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --started)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --received)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --request-time)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --retry)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --response)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --status)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --profile)
                    COMPREPLY=($(compgen -W "github gitlab x reddit discord atlassian okta auth0 digitalocean twitch pagerduty bluesky sharepoint linear riot sentry sentry-api microsoft-graph fastly cloudflare hipchat software-heritage heroku pyannote vimeo mastodon dockerhub dockerhub-api imgur slack figma zoom shopify salesforce zendesk amazon-sp-api amazon-mws lemlist smartsheet woocommerce resend omnisend prisjakt yelp hubspot brevo mailerlite unipile stripe openai azure-openai groq anthropic mistral cohere huggingface kong envoy tollbooth pinterest statuscake tyk rapidapi akamai aspnetcoreratelimit traefik express-rate-limit laravel flask-limiter symfony zalando" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --reset-unit)
                    COMPREPLY=($(compgen -W "s ms epoch-s epoch-ms" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --server-wait)
                    COMPREPLY=($(compgen -W "honor floor clamp stop ignore" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --method)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --retry-on)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table json ndjson csv markdown" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --get)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _holdoff -o nosort -o bashdefault -o default holdoff
else
    complete -F _holdoff -o bashdefault -o default holdoff
fi
