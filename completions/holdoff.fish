# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_holdoff_global_optspecs
    string join \n h/help V/version
end

function __fish_holdoff_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_holdoff_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_holdoff_using_subcommand
    set -l cmd (__fish_holdoff_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c holdoff -n "__fish_holdoff_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c holdoff -n "__fish_holdoff_needs_command" -s V -l version -d 'Print version'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "schedule" -d 'The waits of a policy, with totals'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "inspect" -d 'What a response says about when to come back'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "simulate" -d 'May the next retry start before the deadline, or is it deferred?'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "profiles" -d 'What is known of the fields of each vendor'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "dialects" -d 'What is known of the retry configs of each client'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "explain" -d 'What a diagnostic, a verdict or a rule means'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "schema" -d 'The JSON Schema of what a command prints'
complete -c holdoff -n "__fish_holdoff_needs_command" -f -a "completions" -d 'The script that completes holdoff in your shell'
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l base -d 'The wait before retry 1, such as 250ms, or a bare number' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l max -d 'The longest one wait may be, such as 30s; or none' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l factor -d 'How much each wait grows, 1 or more [default: 2]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l retries -d 'How many retries, 1 to 1000 [default: 5]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l calls -d 'The same, counted with the first call: 2 to 1001' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l jitter -d 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]' -r -f -a "none\t''
full\t''
equal\t''
decorrelated\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l unit -d 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]' -r -f -a "ns\t''
us\t''
ms\t''
s\t''
m\t''
h\t''
d\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l policy -d 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input' -r -F
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l dialect -d 'The client that the file is of, such as envoy [default: told by the file]' -r -f -a "grpc\t''
grpc-go-1.68\t''
envoy\t''
istio\t''
step-functions\t''
botocore\t''
aws-config\t''
urllib3\t''
requests\t''
tenacity\t''
backoff\t''
stamina\t''
aiohttp-retry\t''
httpx-retries\t''
google-api-core\t''
celery\t''
redis-py\t''
azure-core\t''
retrying\t''
dramatiq\t''
airflow\t''
slack-sdk\t''
otlp-python\t''
node-retry\t''
async-retry\t''
p-retry\t''
axios-retry\t''
got\t''
ky\t''
undici\t''
fetch-retry\t''
gaxios\t''
exponential-backoff\t''
kafkajs\t''
bullmq\t''
cockatiel\t''
aws-sdk-js\t''
openai\t''
openai-node\t''
anthropic\t''
anthropic-node\t''
stripe\t''
stripe-node\t''
resilience4j\t''
spring-retry\t''
spring\t''
spring-backoff\t''
failsafe\t''
gax-java\t''
polly\t''
sidekiq\t''
activejob\t''
faraday-retry\t''
symfony-messenger\t''
oban\t''
curl\t''
wget\t''
aria2c\t''
hurl\t''
temporal\t''
argo\t''
nick-fields-retry\t''
ansible\t''
docker\t''
otel-collector\t''
prometheus\t''
vector\t''
fluent-bit\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l client -d 'A client and its keys, such as urllib3 \'total=5,backoff_factor=0.5\', or curl \'--retry 5\'' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l request-time -d 'How long one call takes, such as 500ms' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l mark -d 'Tell which retry a limit of yours falls before, such as gateway=60s; may be repeated' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l sample -d 'Draw one run of the jitter; the same whole number gives the same run' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l format -d 'How to print the answer' -r -f -a "table\t'For people; it may change'
json\t'One JSON document; keys are only ever added'
ndjson\t'One JSON object a line'
csv\t'A header row and a row for each retry or response, for spreadsheets; no cell is a formula'
markdown\t'The answer, the rows of csv as a table and the findings, for a pull request'"
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l get -d 'Print one key of the JSON alone, such as wait_s' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l color -d 'When to colour the answer' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is'
always\t'Always'
never\t'Never'"
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -l json -d 'Short for --format json'
complete -c holdoff -n "__fish_holdoff_using_subcommand schedule" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l input -d 'What the input holds [default: told by how it begins]' -r -f -a "head\t'Heads of responses as curl prints them'
json\t'One JSON object, or several, or an array of them'
ndjson\t'A JSON object on each line'
har\t'The archive that browsers write'"
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l map -d 'Where records hold status, headers, received and body: status=a.b,headers=c' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l threads -d 'How many threads read records [default: the cores]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l received -d 'When the response arrived, such as 2026-12-01T00:00:00Z, or now [default: the record\'s time, or Date]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l status -d 'The status, 100 to 999 [default: the response\'s own]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l profile -d 'The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]' -r -f -a "github\t''
gitlab\t''
x\t''
reddit\t''
discord\t''
atlassian\t''
okta\t''
auth0\t''
digitalocean\t''
twitch\t''
pagerduty\t''
bluesky\t''
sharepoint\t''
linear\t''
riot\t''
sentry\t''
sentry-api\t''
microsoft-graph\t''
fastly\t''
cloudflare\t''
hipchat\t''
software-heritage\t''
heroku\t''
pyannote\t''
vimeo\t''
mastodon\t''
dockerhub\t''
dockerhub-api\t''
imgur\t''
slack\t''
figma\t''
zoom\t''
shopify\t''
salesforce\t''
zendesk\t''
amazon-sp-api\t''
amazon-mws\t''
lemlist\t''
smartsheet\t''
woocommerce\t''
resend\t''
omnisend\t''
prisjakt\t''
yelp\t''
hubspot\t''
brevo\t''
mailerlite\t''
unipile\t''
stripe\t''
openai\t''
azure-openai\t''
groq\t''
anthropic\t''
mistral\t''
cohere\t''
huggingface\t''
kong\t''
envoy\t''
tollbooth\t''
pinterest\t''
statuscake\t''
tyk\t''
rapidapi\t''
akamai\t''
aspnetcoreratelimit\t''
traefik\t''
express-rate-limit\t''
laravel\t''
flask-limiter\t''
symfony\t''
zalando\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l reset-unit -d 'What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]' -r -f -a "s\t''
ms\t''
epoch-s\t''
epoch-ms\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l format -d 'How to print the answer' -r -f -a "table\t'For people; it may change'
json\t'One JSON document; keys are only ever added'
ndjson\t'One JSON object a line'
csv\t'A header row and a row for each retry or response, for spreadsheets; no cell is a formula'
markdown\t'The answer, the rows of csv as a table and the findings, for a pull request'"
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l get -d 'Print one key of the JSON alone, such as wait_s' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l color -d 'When to colour the answer' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is'
always\t'Always'
never\t'Never'"
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l strict -d 'Read only what the specifications allow'
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l all -d 'Show every response of the input, not only the last'
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l clients -d 'Show what curl, urllib3, got and others would do with the response'
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -l json -d 'Short for --format json'
complete -c holdoff -n "__fish_holdoff_using_subcommand inspect" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l base -d 'The wait before retry 1, such as 250ms, or a bare number' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l max -d 'The longest one wait may be, such as 30s; or none' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l factor -d 'How much each wait grows, 1 or more [default: 2]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l retries -d 'How many retries, 1 to 1000 [default: 5]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l calls -d 'The same, counted with the first call: 2 to 1001' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l jitter -d 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]' -r -f -a "none\t''
full\t''
equal\t''
decorrelated\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l unit -d 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]' -r -f -a "ns\t''
us\t''
ms\t''
s\t''
m\t''
h\t''
d\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l policy -d 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input' -r -F
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l dialect -d 'The client that the file is of, such as envoy [default: told by the file]' -r -f -a "grpc\t''
grpc-go-1.68\t''
envoy\t''
istio\t''
step-functions\t''
botocore\t''
aws-config\t''
urllib3\t''
requests\t''
tenacity\t''
backoff\t''
stamina\t''
aiohttp-retry\t''
httpx-retries\t''
google-api-core\t''
celery\t''
redis-py\t''
azure-core\t''
retrying\t''
dramatiq\t''
airflow\t''
slack-sdk\t''
otlp-python\t''
node-retry\t''
async-retry\t''
p-retry\t''
axios-retry\t''
got\t''
ky\t''
undici\t''
fetch-retry\t''
gaxios\t''
exponential-backoff\t''
kafkajs\t''
bullmq\t''
cockatiel\t''
aws-sdk-js\t''
openai\t''
openai-node\t''
anthropic\t''
anthropic-node\t''
stripe\t''
stripe-node\t''
resilience4j\t''
spring-retry\t''
spring\t''
spring-backoff\t''
failsafe\t''
gax-java\t''
polly\t''
sidekiq\t''
activejob\t''
faraday-retry\t''
symfony-messenger\t''
oban\t''
curl\t''
wget\t''
aria2c\t''
hurl\t''
temporal\t''
argo\t''
nick-fields-retry\t''
ansible\t''
docker\t''
otel-collector\t''
prometheus\t''
vector\t''
fluent-bit\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l client -d 'A client and its keys, such as urllib3 \'total=5,backoff_factor=0.5\', or curl \'--retry 5\'' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l deadline -d 'When the retry must have started: 60s after the first call\'s start, or an instant' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l elapsed -d 'From the first call\'s start to the failed call\'s end, such as 12s [default: as the policy plans it]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l started -d 'When the first call started, such as 2026-12-01T00:00:00Z' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l received -d 'When the failed call\'s response arrived, such as 2026-12-01T00:00:09Z, or now' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l request-time -d 'How long one call takes, such as 500ms [default: 0s]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l retry -d 'Which retry is next, from 1' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l response -d 'A file of the response, or - for standard input' -r -F
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l status -d 'The status, 100 to 999 [default: the response\'s own]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l profile -d 'The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]' -r -f -a "github\t''
gitlab\t''
x\t''
reddit\t''
discord\t''
atlassian\t''
okta\t''
auth0\t''
digitalocean\t''
twitch\t''
pagerduty\t''
bluesky\t''
sharepoint\t''
linear\t''
riot\t''
sentry\t''
sentry-api\t''
microsoft-graph\t''
fastly\t''
cloudflare\t''
hipchat\t''
software-heritage\t''
heroku\t''
pyannote\t''
vimeo\t''
mastodon\t''
dockerhub\t''
dockerhub-api\t''
imgur\t''
slack\t''
figma\t''
zoom\t''
shopify\t''
salesforce\t''
zendesk\t''
amazon-sp-api\t''
amazon-mws\t''
lemlist\t''
smartsheet\t''
woocommerce\t''
resend\t''
omnisend\t''
prisjakt\t''
yelp\t''
hubspot\t''
brevo\t''
mailerlite\t''
unipile\t''
stripe\t''
openai\t''
azure-openai\t''
groq\t''
anthropic\t''
mistral\t''
cohere\t''
huggingface\t''
kong\t''
envoy\t''
tollbooth\t''
pinterest\t''
statuscake\t''
tyk\t''
rapidapi\t''
akamai\t''
aspnetcoreratelimit\t''
traefik\t''
express-rate-limit\t''
laravel\t''
flask-limiter\t''
symfony\t''
zalando\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l reset-unit -d 'What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]' -r -f -a "s\t''
ms\t''
epoch-s\t''
epoch-ms\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l server-wait -d 'What the server\'s wait does to the policy\'s: honor, floor, clamp, stop or ignore [default: honor]' -r -f -a "honor\t''
floor\t''
clamp\t''
stop\t''
ignore\t''"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l method -d 'The method of the request' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l retry-on -d 'The statuses that are retried, with commas [default: 408,425,429,500,502,503,504]' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l format -d 'How to print the answer' -r -f -a "table\t'For people; it may change'
json\t'One JSON document; keys are only ever added'
ndjson\t'One JSON object a line'
csv\t'A header row and a row for each retry or response, for spreadsheets; no cell is a formula'
markdown\t'The answer, the rows of csv as a table and the findings, for a pull request'"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l get -d 'Print one key of the JSON alone, such as wait_s' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l color -d 'When to colour the answer' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is'
always\t'Always'
never\t'Never'"
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l strict -d 'Read only what the specifications allow'
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l idempotency-key -d 'The request carries an idempotency key'
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -l json -d 'Short for --format json'
complete -c holdoff -n "__fish_holdoff_using_subcommand simulate" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand profiles" -l format -d 'How to print the answer' -r -f -a "table\t'For people; it may change'
json\t'One JSON document; keys are only ever added'
ndjson\t'One JSON object a line'
csv\t'A header row and a row for each retry or response, for spreadsheets; no cell is a formula'
markdown\t'The answer, the rows of csv as a table and the findings, for a pull request'"
complete -c holdoff -n "__fish_holdoff_using_subcommand profiles" -l get -d 'Print one key of the JSON alone, such as wait_s' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand profiles" -l color -d 'When to colour the answer' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is'
always\t'Always'
never\t'Never'"
complete -c holdoff -n "__fish_holdoff_using_subcommand profiles" -l json -d 'Short for --format json'
complete -c holdoff -n "__fish_holdoff_using_subcommand profiles" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand dialects" -l format -d 'How to print the answer' -r -f -a "table\t'For people; it may change'
json\t'One JSON document; keys are only ever added'
ndjson\t'One JSON object a line'
csv\t'A header row and a row for each retry or response, for spreadsheets; no cell is a formula'
markdown\t'The answer, the rows of csv as a table and the findings, for a pull request'"
complete -c holdoff -n "__fish_holdoff_using_subcommand dialects" -l get -d 'Print one key of the JSON alone, such as wait_s' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand dialects" -l color -d 'When to colour the answer' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is'
always\t'Always'
never\t'Never'"
complete -c holdoff -n "__fish_holdoff_using_subcommand dialects" -l json -d 'Short for --format json'
complete -c holdoff -n "__fish_holdoff_using_subcommand dialects" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand explain" -l format -d 'How to print the answer' -r -f -a "table\t'For people; it may change'
json\t'One JSON document; keys are only ever added'
ndjson\t'One JSON object a line'
csv\t'A header row and a row for each retry or response, for spreadsheets; no cell is a formula'
markdown\t'The answer, the rows of csv as a table and the findings, for a pull request'"
complete -c holdoff -n "__fish_holdoff_using_subcommand explain" -l get -d 'Print one key of the JSON alone, such as wait_s' -r -f
complete -c holdoff -n "__fish_holdoff_using_subcommand explain" -l color -d 'When to colour the answer' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set; elsewhere where CLICOLOR_FORCE is'
always\t'Always'
never\t'Never'"
complete -c holdoff -n "__fish_holdoff_using_subcommand explain" -l json -d 'Short for --format json'
complete -c holdoff -n "__fish_holdoff_using_subcommand explain" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand schema" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand completions" -s h -l help -d 'Print this; --help adds details and examples'
complete -c holdoff -n "__fish_holdoff_using_subcommand profiles" -f -a "github gitlab x reddit discord atlassian okta auth0 digitalocean twitch pagerduty bluesky sharepoint linear riot sentry sentry-api microsoft-graph fastly cloudflare hipchat software-heritage heroku pyannote vimeo mastodon dockerhub dockerhub-api imgur slack figma zoom shopify salesforce zendesk amazon-sp-api amazon-mws lemlist smartsheet woocommerce resend omnisend prisjakt yelp hubspot brevo mailerlite unipile stripe openai azure-openai groq anthropic mistral cohere huggingface kong envoy tollbooth pinterest statuscake tyk rapidapi akamai aspnetcoreratelimit traefik express-rate-limit laravel flask-limiter symfony zalando"
complete -c holdoff -n "__fish_holdoff_using_subcommand dialects" -f -a "grpc grpc-go-1.68 envoy istio step-functions botocore aws-config urllib3 requests tenacity backoff stamina aiohttp-retry httpx-retries google-api-core celery redis-py azure-core retrying dramatiq airflow slack-sdk otlp-python node-retry async-retry p-retry axios-retry got ky undici fetch-retry gaxios exponential-backoff kafkajs bullmq cockatiel aws-sdk-js openai openai-node anthropic anthropic-node stripe stripe-node resilience4j spring-retry spring spring-backoff failsafe gax-java polly sidekiq activejob faraday-retry symfony-messenger oban curl wget aria2c hurl temporal argo nick-fields-retry ansible docker otel-collector prometheus vector fluent-bit"
complete -c holdoff -n "__fish_holdoff_using_subcommand explain" -f -a "go wait unknown stop allowed deferred refused exhausted server-says-stop not-a-failure status-not-retryable method-not-retried write-may-have-taken-effect no-retries-left policy-time-over server-wait-over-max deadline-passed wait-passes-deadline call-passes-deadline fits growth rounding exit-codes waits jitter full equal decorrelated percent sample order-of-decision lenient-reads clients reset-units csv markdown retryable-statuses idempotent-methods server-wait retry-after-invalid retry-after-lenient retry-after-repeated retry-after-looks-like-epoch retry-after-implausible no-wait-after-failure credentials-required sunset-passed conditional-request not-modified wait-saturated milliseconds-invalid milliseconds-lenient should-retry-invalid retry-field-invalid redirect-wait ratelimit-invalid ratelimit-lenient count-invalid count-repeated negative-remaining no-limit reset-unit-guessed reset-is-epoch reset-cross-checked reset-beyond-window reset-long-past reset-date-fault reset-implausible reset-missing limit-guessed quota-left retry-after-on-success problem-details body-hint-invalid vendor-rule retry-after-passed-over categories-limited reset-before-retry-after retry-after-before-reset cached duplicate-limit duplicate-name date-invalid date-lenient age-invalid needs-reception resets-contradict reset-slides remaining-grows date-runs-backwards several-heads head-truncated input-unreadable record-invalid record-without-response record-time-unread line-invalid server-wait-zero earlier-than-server-asked write-without-key write-needs-key jitter-passes-max first-wait-zero count-includes-first-call jitter-vanishes-at-max limit-overruns value-clamped value-ignored key-not-known no-retry-limit default-time-limit both-limits cap-ends-policy wait-before-first-call wait-after-last-call client-arithmetic client-version first-wait-shifted"
complete -c holdoff -n "__fish_holdoff_using_subcommand schema" -f -a "schedule schedule-line inspect inspect-line simulate simulate-line explain explain-line profiles profiles-line dialects dialects-line policy-file error"
complete -c holdoff -n "__fish_holdoff_using_subcommand completions" -f -a "bash zsh fish powershell elvish nushell"
