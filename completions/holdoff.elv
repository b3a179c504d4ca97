
use builtin;
use str;

set edit:completion:arg-completer[holdoff] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'holdoff'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'holdoff'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand schedule 'The waits of a policy, with totals'
            cand inspect 'What a response says about when to come back'
            cand simulate 'May the next retry start before the deadline, or is it deferred?'
            cand compare 'Several policies side by side, or one and what it was'
            cand convert 'A policy in another client''s words, and what is lost'
            cand check 'Judge policy files in CI'
            cand profiles 'What is known of the fields of each vendor'
            cand dialects 'What is known of the retry configs of each client'
            cand explain 'What a diagnostic, a verdict or a rule means'
            cand schema 'The JSON Schema of what a command prints'
            cand completions 'The script that completes holdoff in your shell'
        }
        &'holdoff;schedule'= {
            cand --base 'The wait before retry 1, such as 250ms, or a bare number'
            cand --max 'The longest one wait may be, such as 30s; or none'
            cand --factor 'How much each wait grows, 1 or more [default: 2]'
            cand --retries 'How many retries, 1 to 1000 [default: 5]'
            cand --calls 'The same, counted with the first call: 2 to 1001'
            cand --jitter 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]'
            cand --unit 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]'
            cand --policy 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input'
            cand --dialect 'The client that the file is of, such as envoy [default: told by the file]'
            cand --client 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5'', or curl ''--retry 5'''
            cand --request-time 'How long one call takes, such as 500ms'
            cand --mark 'Tell which retry a limit of yours falls before, such as gateway=60s; may be repeated'
            cand --sample 'Draw one run of the jitter; the same whole number gives the same run'
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;inspect'= {
            cand --input 'What the input holds [default: told by how it begins]'
            cand --map 'Where records hold status, headers, received and body: status=a.b,headers=c'
            cand --threads 'How many threads read records [default: the cores]'
            cand --received 'When the response arrived, such as 2026-12-01T00:00:00Z, or now [default: the record''s time, or Date]'
            cand --status 'The status, 100 to 999 [default: the response''s own]'
            cand --profile 'The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]'
            cand --reset-unit 'What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]'
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --strict 'Read only what the specifications allow'
            cand --all 'Show every response of the input, not only the last'
            cand --clients 'Show what curl, urllib3, got and others would do with the response'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;simulate'= {
            cand --base 'The wait before retry 1, such as 250ms, or a bare number'
            cand --max 'The longest one wait may be, such as 30s; or none'
            cand --factor 'How much each wait grows, 1 or more [default: 2]'
            cand --retries 'How many retries, 1 to 1000 [default: 5]'
            cand --calls 'The same, counted with the first call: 2 to 1001'
            cand --jitter 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]'
            cand --unit 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]'
            cand --policy 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input'
            cand --dialect 'The client that the file is of, such as envoy [default: told by the file]'
            cand --client 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5'', or curl ''--retry 5'''
            cand --deadline 'When the retry must have started: 60s after the first call''s start, or an instant'
            cand --elapsed 'From the first call''s start to the failed call''s end, such as 12s [default: as the policy plans it]'
            cand --started 'When the first call started, such as 2026-12-01T00:00:00Z'
            cand --received 'When the failed call''s response arrived, such as 2026-12-01T00:00:09Z, or now'
            cand --request-time 'How long one call takes, such as 500ms [default: 0s]'
            cand --retry 'Which retry is next, from 1'
            cand --response 'A file of the response, or - for standard input'
            cand --status 'The status, 100 to 999 [default: the response''s own]'
            cand --profile 'The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]'
            cand --reset-unit 'What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]'
            cand --server-wait 'What the server''s wait does to the policy''s: honor, floor, clamp, stop or ignore [default: honor]'
            cand --method 'The method of the request'
            cand --retry-on 'The statuses that are retried, with commas [default: 408,425,429,500,502,503,504]'
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --strict 'Read only what the specifications allow'
            cand --idempotency-key 'The request carries an idempotency key'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;compare'= {
            cand --client 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5''; may be repeated'
            cand --dialect 'The client that the files are of, such as envoy [default: told by each file]'
            cand --against 'Compare each file with what it was in this revision, such as main; git tells'
            cand --unit 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest of all]'
            cand --request-time 'How long one call takes, such as 500ms'
            cand --failure-rate 'The share of calls that fail, such as 50%: shows the load on the server'
            cand --retry-budget 'What limits the retries of all requests together: aws, envoy, finagle or grpc, with keys such as grpc:max-tokens=10,token-ratio=0.1'
            cand --endless 'How many retries of a policy without an end are looked at, 1 to 1000 [default: 100]'
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;convert'= {
            cand --base 'The wait before retry 1, such as 250ms, or a bare number'
            cand --max 'The longest one wait may be, such as 30s; or none'
            cand --factor 'How much each wait grows, 1 or more [default: 2]'
            cand --retries 'How many retries, 1 to 1000 [default: 5]'
            cand --calls 'The same, counted with the first call: 2 to 1001'
            cand --jitter 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]'
            cand --unit 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]'
            cand --policy 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input'
            cand --dialect 'The client that the file is of, such as envoy [default: told by the file]'
            cand --client 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5'', or curl ''--retry 5'''
            cand --to 'The client whose config is wanted, such as envoy; holdoff for a policy file'
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --strict 'Exit with 1 where something is lost'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;check'= {
            cand --dialect 'The client that named files are of, such as envoy [default: told by each file]'
            cand --require 'A file with a map `require`: what the team asks of every policy'
            cand --deny 'Make findings errors: names with commas, or errors, warnings, notes or all'
            cand --warn 'Make findings warnings'
            cand --allow 'Leave findings out'
            cand --baseline 'Leave out the findings of this file, which are old'
            cand --write-baseline 'Write the findings of today into this file, for --baseline'
            cand --against 'Judge only what changed since this revision, such as main; git tells'
            cand --format 'How to print the answer'
            cand --color 'When to colour the answer'
            cand --changed 'Judge only what changed since the last commit: short for --against HEAD'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;profiles'= {
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;dialects'= {
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;explain'= {
            cand --format 'How to print the answer'
            cand --get 'Print one key of the JSON alone, such as wait_s'
            cand --color 'When to colour the answer'
            cand --json 'Short for --format json'
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;schema'= {
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
        &'holdoff;completions'= {
            cand -h 'Print this; --help adds details and examples'
            cand --help 'Print this; --help adds details and examples'
        }
    ]
    var values = [
        &'--allow'= [max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow]
        &'--color'= [auto always never]
        &'--deny'= [max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow]
        &'--dialect'= [grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest]
        &'--format'= [table json ndjson csv markdown]
        &'--input'= [head json ndjson har]
        &'--jitter'= [none full equal decorrelated]
        &'--profile'= [github gitlab x reddit discord atlassian okta auth0 digitalocean twitch pagerduty bluesky sharepoint linear riot sentry sentry-api microsoft-graph fastly cloudflare hipchat software-heritage heroku pyannote vimeo mastodon dockerhub dockerhub-api imgur slack figma zoom shopify salesforce zendesk amazon-sp-api amazon-mws lemlist smartsheet woocommerce resend omnisend prisjakt yelp hubspot brevo mailerlite unipile stripe openai azure-openai groq anthropic mistral cohere huggingface kong envoy tollbooth pinterest statuscake tyk rapidapi akamai aspnetcoreratelimit traefik express-rate-limit laravel flask-limiter symfony zalando]
        &'--reset-unit'= [s ms epoch-s epoch-ms]
        &'--server-wait'= [honor floor clamp stop ignore]
        &'--to'= [holdoff grpc grpc-go-1.68 envoy istio step-functions aws-config temporal argo nick-fields-retry otel-collector prometheus vector fluent-bit urllib3 requests tenacity google-api-core celery azure-core retrying botocore openai anthropic stripe node-retry async-retry p-retry axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq aws-sdk-js openai-node anthropic-node stripe-node resilience4j spring-retry spring failsafe gax-java polly sidekiq activejob faraday-retry oban symfony-messenger curl wget aria2c hurl docker]
        &'--unit'= [ns us ms s m h d]
        &'--warn'= [max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow]
        &'completions'= [bash zsh fish powershell elvish nushell]
        &'dialects'= [grpc grpc-go-1.68 gapic envoy istio step-functions sqs botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry p-retry-6 axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js azure-core-js octokit ioredis ioredis-5 retry-request google-gax grpc-js openai openai-node anthropic anthropic-node stripe stripe-node backon tokio-retry tokio-retry2 retry-rust backoff-rust exponential-backoff-rust retry-policies again cenkalti-v4 cenkalti-v5 go-retryablehttp aws-sdk-go aws-sdk-go-2026 gax-go jpillora-backoff avast-retry terraform-sdk resilience4j spring-retry spring spring-backoff failsafe gax-java kafka aws-sdk-java polly sidekiq activejob resque-retry faraday-retry symfony-messenger guzzle guzzle-6 oban curl wget aria2c hurl temporal argo argo-container-set nick-fields-retry ansible docker systemd otel-collector prometheus vector fluent-bit fluent-bit-1 k8s-wait kubelet k8s-job cloud-tasks queue-yaml cloud-scheduler nextest]
        &'explain'= [go wait unknown stop allowed deferred refused exhausted server-says-stop not-a-failure status-not-retryable method-not-retried write-may-have-taken-effect no-retries-left policy-time-over server-wait-over-max deadline-passed wait-passes-deadline call-passes-deadline fits growth rounding exit-codes waits jitter full equal decorrelated percent sample order-of-decision lenient-reads clients reset-units csv markdown retryable-statuses idempotent-methods load retry-budget server-wait max-total max-wait max-calls calls-differ min-spread status-not-allowed method-not-allowed server-wait-not-allowed limit-passed deadline-passed-by-plan cannot-finish invalid-policy value-elsewhere cap-below-base cap-never-reached factor-of-one count-never-reached no-jitter jitter-passes-cap jitter-vanishes no-end busy-loop wait-of-days wait-beyond-timer retry-after-unheeded write-may-repeat hidden-limit layers-multiply inner-never-runs unused-allow retry-after-invalid retry-after-lenient retry-after-repeated retry-after-looks-like-epoch retry-after-implausible no-wait-after-failure credentials-required sunset-passed conditional-request not-modified wait-saturated milliseconds-invalid milliseconds-lenient should-retry-invalid retry-field-invalid redirect-wait ratelimit-invalid ratelimit-lenient count-invalid count-repeated negative-remaining no-limit reset-unit-guessed reset-is-epoch reset-cross-checked reset-beyond-window reset-long-past reset-date-fault reset-implausible reset-missing limit-guessed quota-left retry-after-on-success problem-details body-hint-invalid vendor-rule retry-after-passed-over categories-limited reset-before-retry-after retry-after-before-reset cached duplicate-limit duplicate-name date-invalid date-lenient age-invalid needs-reception resets-contradict reset-slides remaining-grows date-runs-backwards several-heads head-truncated input-unreadable record-invalid record-without-response record-time-unread line-invalid server-wait-zero earlier-than-server-asked write-without-key write-needs-key same-key key-conflict jitter-passes-max first-wait-zero count-includes-first-call jitter-vanishes-at-max limit-overruns value-clamped value-ignored key-not-known no-retry-limit default-time-limit both-limits cap-ends-policy wait-before-first-call wait-after-last-call client-arithmetic client-version no-wait base-above-max timer-overflow first-wait-shifted count-lost first-wait-lost growth-lost max-lost jitter-lost time-limit-lost server-wait-lost idle-wait-lost deadline-lost conditions-lost]
        &'profiles'= [github gitlab x reddit discord atlassian okta auth0 digitalocean twitch pagerduty bluesky sharepoint linear riot sentry sentry-api microsoft-graph fastly cloudflare hipchat software-heritage heroku pyannote vimeo mastodon dockerhub dockerhub-api imgur slack figma zoom shopify salesforce zendesk amazon-sp-api amazon-mws lemlist smartsheet woocommerce resend omnisend prisjakt yelp hubspot brevo mailerlite unipile stripe openai azure-openai groq anthropic mistral cohere huggingface kong envoy tollbooth pinterest statuscake tyk rapidapi akamai aspnetcoreratelimit traefik express-rate-limit laravel flask-limiter symfony zalando]
        &'schema'= [schedule schedule-line inspect inspect-line simulate simulate-line compare compare-line convert convert-line check check-line explain explain-line profiles profiles-line dialects dialects-line policy-file error]
    ]
    var previous last = $words[-2] $words[-1]
    var is-flag = (str:has-prefix $last '-')
    if (and (has-key $values $previous) (not $is-flag)) {
        all $values[$previous]
    } elif (has-value [--policy --policy --response --policy --require --baseline --write-baseline] $previous) {
        edit:complete-filename $last
    } elif (and (> (count $words) 2) (has-value [inspect compare] $words[1]) (not $is-flag)) {
        edit:complete-filename $last
    } elif (has-key $completions $command) {
        $completions[$command]
    }
}
