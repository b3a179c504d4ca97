
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'holdoff' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'holdoff'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'holdoff' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('schedule', 'schedule', [CompletionResultType]::ParameterValue, 'The waits of a policy, with totals')
            [CompletionResult]::new('inspect', 'inspect', [CompletionResultType]::ParameterValue, 'What a response says about when to come back')
            [CompletionResult]::new('simulate', 'simulate', [CompletionResultType]::ParameterValue, 'May the next retry start before the deadline, or is it deferred?')
            [CompletionResult]::new('compare', 'compare', [CompletionResultType]::ParameterValue, 'Several policies side by side, or one and what it was')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'A policy in another client''s words, and what is lost')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Judge policy files in CI')
            [CompletionResult]::new('profiles', 'profiles', [CompletionResultType]::ParameterValue, 'What is known of the fields of each vendor')
            [CompletionResult]::new('dialects', 'dialects', [CompletionResultType]::ParameterValue, 'What is known of the retry configs of each client')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'What a diagnostic, a verdict or a rule means')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'The JSON Schema of what a command prints')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'The script that completes holdoff in your shell')
            break
        }
        'holdoff;schedule' {
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'The wait before retry 1, such as 250ms, or a bare number')
            [CompletionResult]::new('--max', '--max', [CompletionResultType]::ParameterName, 'The longest one wait may be, such as 30s; or none')
            [CompletionResult]::new('--factor', '--factor', [CompletionResultType]::ParameterName, 'How much each wait grows, 1 or more [default: 2]')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'How many retries, 1 to 1000 [default: 5]')
            [CompletionResult]::new('--calls', '--calls', [CompletionResultType]::ParameterName, 'The same, counted with the first call: 2 to 1001')
            [CompletionResult]::new('--jitter', '--jitter', [CompletionResultType]::ParameterName, 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]')
            [CompletionResult]::new('--unit', '--unit', [CompletionResultType]::ParameterName, 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The client that the file is of, such as envoy [default: told by the file]')
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5'', or curl ''--retry 5''')
            [CompletionResult]::new('--request-time', '--request-time', [CompletionResultType]::ParameterName, 'How long one call takes, such as 500ms')
            [CompletionResult]::new('--mark', '--mark', [CompletionResultType]::ParameterName, 'Tell which retry a limit of yours falls before, such as gateway=60s; may be repeated')
            [CompletionResult]::new('--sample', '--sample', [CompletionResultType]::ParameterName, 'Draw one run of the jitter; the same whole number gives the same run')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;inspect' {
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'What the input holds [default: told by how it begins]')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'Where records hold status, headers, received and body: status=a.b,headers=c')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many threads read records [default: the cores]')
            [CompletionResult]::new('--received', '--received', [CompletionResultType]::ParameterName, 'When the response arrived, such as 2026-12-01T00:00:00Z, or now [default: the record''s time, or Date]')
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'The status, 100 to 999 [default: the response''s own]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]')
            [CompletionResult]::new('--reset-unit', '--reset-unit', [CompletionResultType]::ParameterName, 'What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Read only what the specifications allow')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Show every response of the input, not only the last')
            [CompletionResult]::new('--clients', '--clients', [CompletionResultType]::ParameterName, 'Show what curl, urllib3, got and others would do with the response')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;simulate' {
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'The wait before retry 1, such as 250ms, or a bare number')
            [CompletionResult]::new('--max', '--max', [CompletionResultType]::ParameterName, 'The longest one wait may be, such as 30s; or none')
            [CompletionResult]::new('--factor', '--factor', [CompletionResultType]::ParameterName, 'How much each wait grows, 1 or more [default: 2]')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'How many retries, 1 to 1000 [default: 5]')
            [CompletionResult]::new('--calls', '--calls', [CompletionResultType]::ParameterName, 'The same, counted with the first call: 2 to 1001')
            [CompletionResult]::new('--jitter', '--jitter', [CompletionResultType]::ParameterName, 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]')
            [CompletionResult]::new('--unit', '--unit', [CompletionResultType]::ParameterName, 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The client that the file is of, such as envoy [default: told by the file]')
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5'', or curl ''--retry 5''')
            [CompletionResult]::new('--deadline', '--deadline', [CompletionResultType]::ParameterName, 'When the retry must have started: 60s after the first call''s start, or an instant')
            [CompletionResult]::new('--elapsed', '--elapsed', [CompletionResultType]::ParameterName, 'From the first call''s start to the failed call''s end, such as 12s [default: as the policy plans it]')
            [CompletionResult]::new('--started', '--started', [CompletionResultType]::ParameterName, 'When the first call started, such as 2026-12-01T00:00:00Z')
            [CompletionResult]::new('--received', '--received', [CompletionResultType]::ParameterName, 'When the failed call''s response arrived, such as 2026-12-01T00:00:09Z, or now')
            [CompletionResult]::new('--request-time', '--request-time', [CompletionResultType]::ParameterName, 'How long one call takes, such as 500ms [default: 0s]')
            [CompletionResult]::new('--retry', '--retry', [CompletionResultType]::ParameterName, 'Which retry is next, from 1')
            [CompletionResult]::new('--response', '--response', [CompletionResultType]::ParameterName, 'A file of the response, or - for standard input')
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'The status, 100 to 999 [default: the response''s own]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]')
            [CompletionResult]::new('--reset-unit', '--reset-unit', [CompletionResultType]::ParameterName, 'What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]')
            [CompletionResult]::new('--server-wait', '--server-wait', [CompletionResultType]::ParameterName, 'What the server''s wait does to the policy''s: honor, floor, clamp, stop or ignore [default: honor]')
            [CompletionResult]::new('--method', '--method', [CompletionResultType]::ParameterName, 'The method of the request')
            [CompletionResult]::new('--retry-on', '--retry-on', [CompletionResultType]::ParameterName, 'The statuses that are retried, with commas [default: 408,425,429,500,502,503,504]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Read only what the specifications allow')
            [CompletionResult]::new('--idempotency-key', '--idempotency-key', [CompletionResultType]::ParameterName, 'The request carries an idempotency key')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;compare' {
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5''; may be repeated')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The client that the files are of, such as envoy [default: told by each file]')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Compare each file with what it was in this revision, such as main; git tells')
            [CompletionResult]::new('--unit', '--unit', [CompletionResultType]::ParameterName, 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest of all]')
            [CompletionResult]::new('--request-time', '--request-time', [CompletionResultType]::ParameterName, 'How long one call takes, such as 500ms')
            [CompletionResult]::new('--failure-rate', '--failure-rate', [CompletionResultType]::ParameterName, 'The share of calls that fail, such as 50%: shows the load on the server')
            [CompletionResult]::new('--retry-budget', '--retry-budget', [CompletionResultType]::ParameterName, 'What limits the retries of all requests together: aws, envoy, finagle or grpc, with keys such as grpc:max-tokens=10,token-ratio=0.1')
            [CompletionResult]::new('--endless', '--endless', [CompletionResultType]::ParameterName, 'How many retries of a policy without an end are looked at, 1 to 1000 [default: 100]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;convert' {
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'The wait before retry 1, such as 250ms, or a bare number')
            [CompletionResult]::new('--max', '--max', [CompletionResultType]::ParameterName, 'The longest one wait may be, such as 30s; or none')
            [CompletionResult]::new('--factor', '--factor', [CompletionResultType]::ParameterName, 'How much each wait grows, 1 or more [default: 2]')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'How many retries, 1 to 1000 [default: 5]')
            [CompletionResult]::new('--calls', '--calls', [CompletionResultType]::ParameterName, 'The same, counted with the first call: 2 to 1001')
            [CompletionResult]::new('--jitter', '--jitter', [CompletionResultType]::ParameterName, 'The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]')
            [CompletionResult]::new('--unit', '--unit', [CompletionResultType]::ParameterName, 'The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input')
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The client that the file is of, such as envoy [default: told by the file]')
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'A client and its keys, such as urllib3 ''total=5,backoff_factor=0.5'', or curl ''--retry 5''')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'The client whose config is wanted, such as envoy; holdoff for a policy file')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Exit with 1 where something is lost')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;check' {
            [CompletionResult]::new('--dialect', '--dialect', [CompletionResultType]::ParameterName, 'The client that named files are of, such as envoy [default: told by each file]')
            [CompletionResult]::new('--require', '--require', [CompletionResultType]::ParameterName, 'A file with a map `require`: what the team asks of every policy')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Make findings errors: names with commas, or errors, warnings, notes or all')
            [CompletionResult]::new('--warn', '--warn', [CompletionResultType]::ParameterName, 'Make findings warnings')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Leave findings out')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Leave out the findings of this file, which are old')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Write the findings of today into this file, for --baseline')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Judge only what changed since this revision, such as main; git tells')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--changed', '--changed', [CompletionResultType]::ParameterName, 'Judge only what changed since the last commit: short for --against HEAD')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;profiles' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;dialects' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the answer')
            [CompletionResult]::new('--get', '--get', [CompletionResultType]::ParameterName, 'Print one key of the JSON alone, such as wait_s')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour the answer')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Short for --format json')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;schema' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
        'holdoff;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print this; --help adds details and examples')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
