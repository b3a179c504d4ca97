/// Declares [`Code`]: for each a variant, its name, one sentence, the page of `holdoff explain` and the source.
macro_rules! codes {
    ($($variant:ident $name:literal: $title:literal, $page:literal, $source:literal;)*) => {
        /// What a diagnostic says, as a name that scripts may rest on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $variant,)*
        }

        impl Code {
            /// Every code, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in kebab-case, as output and `holdoff explain` have it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One sentence on what was found.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// Why it matters and what to do, for `holdoff explain`.
            pub const fn page(self) -> &'static str {
                match self { $(Self::$variant => $page,)* }
            }

            /// Where the rule is written.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$variant => $source,)* }
            }
        }
    };
}

codes! {
    RetryAfterInvalid "retry-after-invalid":
        "Retry-After is neither a whole number of seconds nor an HTTP-date, and was ignored.",
        "The field has two forms: digits only (`120`) and an HTTP-date (`Tue, 01 Dec 2026 00:00:30 GMT`). Units, \
         exponents, signs, words and anything joined to a valid value are none of them; clients that guess disagree \
         by orders of magnitude. What the value may have meant stands in `alternatives`. Send whole seconds.",
        "RFC 9110, 10.2.3";
    RetryAfterLenient "retry-after-lenient":
        "Retry-After breaks its grammar in one way that leaves no doubt, and was read.",
        "Decimals, a plus sign, an RFC 3339 instant and an HTTP-date with a single fault have one sensible reading. \
         Other clients may ignore the field or read something else. `--strict` refuses it.",
        "RFC 9110, 10.2.3 and 5.6.7";
    RetryAfterRepeated "retry-after-repeated":
        "Retry-After was sent more than once; the longest wait counts.",
        "The field takes one value. Several lines, or a list that a proxy joined from them, are read by some clients \
         as the first, by others as the last, and by most as garbage. The longest is the only reading that never \
         comes back too early.",
        "RFC 9110, 5.3 and 10.2.3";
    RetryAfterLooksLikeEpoch "retry-after-looks-like-epoch":
        "Retry-After is so large that it looks like a Unix time.",
        "By its grammar the value is a number of seconds, decades of them, and it is reported as such. It lies close \
         to the time of reception as a Unix time, so the server most likely sent the instant itself. The other reading \
         stands in `alternatives`.",
        "RFC 9110, 10.2.3";
    RetryAfterImplausible "retry-after-implausible":
        "Retry-After asks for a wait that hardly can be meant.",
        "By its grammar it is a number of seconds, and it is reported as such. A wait of more than 31 days, or of 1000 \
         times the window or the reset beside it, was most likely sent in milliseconds; that reading stands in \
         `alternatives`. Many clients overflow on such a number and come back at once.",
        "RFC 9110, 10.2.3; holdoff's own rule";
    NoWaitAfterFailure "no-wait-after-failure":
        "The call failed, and the response asks for no wait.",
        "A wait of 0, or an instant that is past, says that the server expects nothing; a reset in the very second of \
         the response may still lie ahead. Whoever comes back at once, again and again, meets the same limit: let your \
         own backoff grow, and for an instant wait `safe_wait_s` at least.",
        "holdoff's own rule";
    CredentialsRequired "credentials-required":
        "The status asks for credentials; it is no limit.",
        "With 401 or 407 the request was refused since it was not authenticated. Time does not help: send the \
         credentials that the response asks for. Nothing is known of a quota.",
        "RFC 9110, 15.5.2 and 15.5.8";
    SunsetPassed "sunset-passed":
        "The call failed, and the Sunset of the resource is past.",
        "Sunset names the time from which on a resource is expected to be gone. A failure after it is no passing one, \
         whatever Retry-After says: do not retry. `x-should-retry: true` stands above it.",
        "RFC 8594, 3";
    ConditionalRequest "conditional-request":
        "The next request for the same resource can be a conditional one.",
        "The response carries a validator. Sent back with the next GET or HEAD (an ETag in If-None-Match, else \
         Last-Modified in If-Modified-Since) it makes the answer a 304 without content where nothing has changed. It is \
         told of a single response that is about a limit: one that states any, asks for a wait, or has the status \
         304, 403, 429 or 503; in records and HAR it is left out.",
        "RFC 9110, 8.8 and 13.1; RFC 9111, 4.3.1";
    NotModified "not-modified":
        "A 304 is cheap: nothing has changed, and nothing is sent again.",
        "Some services do not count it against the limit: GitHub does not, for a request with credentials. Others do; \
         the remaining quota tells.",
        "RFC 9110, 15.4.5; docs.github.com, best practices for using the REST API";
    WaitSaturated "wait-saturated":
        "The wait is larger than 2^63-1 seconds and was cut to that.",
        "No clock reaches that far. RFC 9111 asks caches to cut a delta that is too large, and so does this program.",
        "RFC 9111, 1.2.2";
    MillisecondsInvalid "milliseconds-invalid":
        "A field in milliseconds does not hold a number, and was ignored.",
        "`retry-after-ms`, `x-ms-retry-after-ms` and `x-amz-retry-after` hold one whole number of milliseconds and \
         nothing else; of several values none counts. The next field in the order of decision is used. What the value \
         may have meant stands in `alternatives`.",
        "documentation of Azure OpenAI, Azure Cosmos DB and the AWS SDKs";
    MillisecondsLenient "milliseconds-lenient":
        "A field in milliseconds breaks its grammar in one way that leaves no doubt, and was read.",
        "The field holds a whole number of milliseconds. In `retry-after-ms`, whose clients take decimals, they are read \
         exactly; `--strict` refuses them.",
        "documentation of Azure OpenAI, Azure Cosmos DB and the AWS SDKs";
    ShouldRetryInvalid "should-retry-invalid":
        "x-should-retry is neither `true` nor `false`, and was ignored.",
        "Only the two words in lower case count. Anything else leaves the decision to the status and the other fields.",
        "OpenAI and Anthropic SDKs, which read the field";
    RetryFieldInvalid "retry-field-invalid":
        "A vendor's field that says when to come back has a value of another form, and was ignored.",
        "Vendors send such fields beside Retry-After or in place of it: `X-Retry-In` holds a duration (`1.5s`), \
         `RateLimit-Retry-After` seconds, `X-RateLimit-Retry-After` and `X-Retry-After` seconds or Unix time, by the vendor \
         where it is known. What the value may have meant stands in `alternatives`. Send Retry-After in whole seconds.",
        "`holdoff profiles`";
    RedirectWait "redirect-wait":
        "On a redirect, Retry-After is the time to wait before following it.",
        "With a 3xx status the field does not speak of repeating the request: it is the shortest time that the client \
         is asked to wait before it issues the redirected request.",
        "RFC 9110, 10.2.3";
    RateLimitInvalid "ratelimit-invalid":
        "A RateLimit field is malformed and was ignored whole.",
        "A structured field that does not parse, or that lacks a required member, is treated as if it had not been \
         sent; there is no partial reading. The message names the byte at which it fails.",
        "RFC 9651, 4.2; draft-ietf-httpapi-ratelimit-headers-11, 7";
    RateLimitLenient "ratelimit-lenient":
        "A RateLimit field breaks its definition in one way that leaves no doubt, and was read.",
        "A Token where a String is required, a String for a partition key, or one bad item among good ones. `--strict` \
         ignores such a field whole, as the drafts up to 11 demand.",
        "draft-ietf-httpapi-ratelimit-headers-11, 3 and 4";
    CountInvalid "count-invalid":
        "A limit, a remaining quota or a reset is not a number, and was ignored.",
        "The three separate fields hold numbers: a count, a count, and seconds or a Unix time. What is neither is left \
         out, a number with marks of thousands or with more than 15 digits too, and so is a field with a string that \
         does not end or a list of more than 1024 members. The row of the limit shows null in its place. Fields of vendors \
         that hold several limits lose the item alone, while others are good. What a reset \
         may have meant stands in `alternatives`. `--strict` wants a structured field where the drafts define one.",
        "draft-ietf-httpapi-ratelimit-headers-06, 3; RFC 9651, 3.3.1";
    CountRepeated "count-repeated":
        "A field that holds one number was sent more than once with different values.",
        "The careful value counts: the lowest limit and remaining quota, the latest reset. `--strict` ignores the field.",
        "RFC 9110, 5.3";
    NegativeRemaining "negative-remaining":
        "The remaining quota is below zero and counts as 0.",
        "Some servers go on counting after the quota is used up. There is nothing left, and that is all it says.",
        "draft-ietf-httpapi-ratelimit-headers-11, 4.1.1";
    NoLimit "no-limit":
        "Limit and remaining are both -1, which servers send for \"no limit\".",
        "The pair says that nothing is counted here. It gives no time to wait.",
        "observed in Azure OpenAI and elsewhere";
    ResetUnitGuessed "reset-unit-guessed":
        "The unit of the reset is a guess from its size.",
        "Services send seconds from now, Unix time in seconds and Unix time in milliseconds under the same name. A \
         value within 400 days of the reception is taken as Unix time, one of up to 366 days as seconds. The other \
         reading stands in `alternatives`.",
        "draft-ietf-httpapi-ratelimit-headers-06, appendix on existing fields";
    ResetIsEpoch "reset-is-epoch":
        "RateLimit-Reset holds a Unix time, where the drafts define seconds from now.",
        "Several well-known services send the instant of the reset in this field. Its size leaves no doubt, so it is \
         read as one; a client that follows the drafts would wait for decades. `--strict` reads seconds from now, as \
         the drafts define, and reports a reset that is decades away.",
        "draft-ietf-httpapi-ratelimit-headers-06, 3.4";
    ResetCrossChecked "reset-cross-checked":
        "Another field tells the unit of the reset.",
        "By its size alone the number would be something else. It agrees with Retry-After only in milliseconds, or fits \
         the window only in milliseconds, or is a Unix time near the response's Date though not near the reception. The \
         reading in seconds stands in `alternatives`.",
        "holdoff's own rule, the last of `reset-units`";
    ResetBeyondWindow "reset-beyond-window":
        "The reset lies further away than the window lasts.",
        "A limit resets at the end of its window at the latest. Either the two speak of different limits, or the \
         reset is in another unit than seconds, or the server holds back a client that went over the limit for longer.",
        "draft-ietf-httpapi-ratelimit-headers-06, 3";
    ResetLongPast "reset-long-past":
        "The reset was more than a day past when the response was made.",
        "A window that ended long ago is no window. The example is inconsistent, a clock is wrong, or the field holds \
         something else. It is compared with the response's Date, or else with the reception.",
        "holdoff's own rule";
    ResetDateFault "reset-date-fault":
        "A date that stands beside a reset has a fault.",
        "The vendor sends the reset twice, as a number and for people. The number counts; the date, read in spite of its \
         fault, may be another day than it seems.",
        "RFC 9110, 5.6.7";
    ResetImplausible "reset-implausible":
        "The reset lies more than 366 days away and is not waited for.",
        "No known service has a window of more than a year. The value is shown and is never a reason to wait; the \
         limit counts as one without a reset.",
        "draft-ietf-httpapi-ratelimit-headers-11, 8.5.1";
    ResetMissing "reset-missing":
        "A limit is used up and the server did not say when it resets.",
        "Without a reset there is no time to wait for. Where another field gives a wait, that wait may be too short \
         for this limit; where none does, the answer is unknown, and the client's own backoff has to do.",
        "draft-ietf-httpapi-ratelimit-headers-11, 4.1";
    LimitGuessed "limit-guessed":
        "Which limit was hit is a guess: one with a reset and no stated remaining quota.",
        "The response failed, and no limit is said to be used up. A limit that gives a reset and leaves the rest \
         unsaid is the likeliest cause, so its reset is the answer.",
        "holdoff's own rule, in the order of decision";
    QuotaLeft "quota-left":
        "The response failed although quota is left.",
        "A remaining quota is no promise: another layer may have refused the call, or the remaining quota is that of \
         another limit. No time can be given; the client's own backoff has to do.",
        "draft-ietf-httpapi-ratelimit-headers-11, 7";
    RetryAfterOnSuccess "retry-after-on-success":
        "Retry-After came with a success while quota is left.",
        "The field is defined for refusals (503, 429, 413) and redirects. Some limiters, Flask-Limiter among them, send it \
         with every answer, where it repeats the reset of a limit that is not used up. It is followed here, as the order \
         of decision says; a client that pauses for it after each success is slower than it has to be.",
        "RFC 9110, 10.2.3; RFC 6585, 4";
    ProblemDetails "problem-details":
        "The body names the problem, and perhaps the policies that were violated.",
        "A body of problem details (RFC 9457) with a type of the RateLimit drafts gives no time; RateLimit or Retry-After \
         does. A limit that the body names was hit, even where some of its quota is left: the call wanted more than \
         that. Fewer calls help against an exceeded quota; against less capacity or abnormal usage they may not.",
        "draft-ietf-httpapi-ratelimit-headers-11, 9; RFC 9457";
    BodyHintInvalid "body-hint-invalid":
        "The body has a value for when to come back that cannot be used, and was ignored.",
        "`retry_after` is a number of seconds (Discord, Slack, Telegram), and the `retryDelay` of `google.rpc.RetryInfo` \
         seconds with an `s`. What is longer than 366 days is not waited for. Fields stand above a body in any case.",
        "documentation of the vendors; google/rpc/error_details.proto";
    VendorRule "vendor-rule":
        "The wait is that of the vendor's documentation, and not the server's word.",
        "The response does not tell when to come back, and its vendor writes how long to wait in such a case. \
         `decided_by` names the rule, and `holdoff profiles NAME` shows it with its source. A vendor may answer with \
         the same status for another reason, which the body tells.",
        "`holdoff profiles`";
    RetryAfterPassedOver "retry-after-passed-over":
        "Retry-After was sent and does not count, by the documentation of its vendor.",
        "A vendor may put a field of its own above Retry-After, or let it count with some statuses alone. \
         `holdoff profiles NAME` shows both, with their source.",
        "`holdoff profiles`";
    CategoriesLimited "categories-limited":
        "Only some categories of what is sent are limited.",
        "The limits name the categories that they hold for, each with its own reset. Whatever belongs to none of them \
         may be sent now, so there is no wait for all; `categories` of each limit tells which.",
        "develop.sentry.dev/sdk/rate-limiting";
    ResetBeforeRetryAfter "reset-before-retry-after":
        "The limit resets before Retry-After allows a retry.",
        "Retry-After takes precedence, so the wait is the longer one. The two fields speak of different things, or one \
         of them is wrong.",
        "draft-ietf-httpapi-ratelimit-headers-11, 7";
    RetryAfterBeforeReset "retry-after-before-reset":
        "Retry-After allows a retry before a limit that is used up resets.",
        "Retry-After takes precedence even where it is shorter, so the wait is the shorter one. The retry may meet the \
         same limit again: servers should not send a Retry-After that is earlier than the reset.",
        "draft-ietf-httpapi-ratelimit-headers-11, 7";
    Cached "cached":
        "The response came from a cache, so its RateLimit fields speak of another response.",
        "A positive `Age` says that the response was stored some time ago. Quota and reset were those of the call that \
         filled the cache, perhaps of another client.",
        "draft-ietf-httpapi-ratelimit-headers-11, 7.3";
    DuplicateLimit "duplicate-limit":
        "One limit was sent in two families of fields and is shown once.",
        "Servers in transition send the same window in an old and a new form. The newer form is shown.",
        "draft-ietf-httpapi-ratelimit-headers-11, 7";
    DuplicateName "duplicate-name":
        "Two items have the same name and partition key; the one that asks for more counts.",
        "The drafts do not say what a repeated name means. The lower remaining quota and the later reset are kept.",
        "draft-ietf-httpapi-ratelimit-headers-11, 4";
    DateInvalid "date-invalid":
        "The response's Date is not an HTTP-date, and was ignored.",
        "Without it the time of reception must be given, and the server's clock cannot be compared.",
        "RFC 9110, 6.6.1";
    DateLenient "date-lenient":
        "The response's Date breaks its grammar in one way that leaves no doubt, and was read.",
        "An HTTP-date with a single fault has one sensible reading. It serves as the time of reception where no other \
         is known, and to compare the server's clock. `--strict` refuses it.",
        "RFC 9110, 5.6.7 and 6.6.1";
    AgeInvalid "age-invalid":
        "Age is not a whole number of seconds, and was ignored.",
        "A positive Age tells that a response came from a cache. Without it the RateLimit fields are taken as those of \
         this very response.",
        "RFC 9111, 5.1";
    NeedsReception "needs-reception":
        "The value is an instant, and the time of reception is not known.",
        "How long to wait for an instant depends on when the response arrived. Give `--received`, or `--received now` \
         for a response that has just come in.",
        "RFC 9110, 10.2.3";
    ResetsContradict "resets-contradict":
        "Two responses name resets of one limit that cannot both be true.",
        "While a window lasts, its reset stays where it is, or moves on where the window slides; it never comes nearer. \
         Here it did, by more than the forms and Date leave open. Most likely the responses speak of several quotas: \
         those of several credentials, or of servers that count each for itself or whose clocks differ. Wait for the \
         later reset. Responses that tell no host are taken as of one.",
        "holdoff's own rule, over several responses of one host";
    ResetSlides "reset-slides":
        "The reset of a limit moved on before it was due.",
        "The window slides, or a bucket is filled up: each call moves the reset. A client that waits until the reset it \
         saw first may be turned away again; the newest response counts. The responses may also speak of several \
         quotas, as those of several credentials.",
        "holdoff's own rule, over several responses of one host";
    RemainingGrows "remaining-grows":
        "More of a limit is left than before, although it has not been reset.",
        "Within a window the remaining quota only falls. Where it grows, the responses speak of several quotas (those of \
         several credentials, or of servers that count each for itself), or the server gives back what failed calls \
         used. Responses less than a second apart are not compared, since calls that are made side by side are answered \
         in any order. Responses that tell no host are taken as of one.",
        "holdoff's own rule, over several responses of one host";
    DateRunsBackwards "date-runs-backwards":
        "A response that came later has an earlier Date.",
        "By more than two seconds, which servers that keep Date for a while do not explain. The host has several clocks \
         that differ, or a response was long on its way, as a large body or a proxy makes it. Instants from this host \
         may be off by as much. Responses that tell no host are taken as of one.",
        "RFC 9110, 6.6.1";
    SeveralHeads "several-heads":
        "Several response heads came in a row; the last one is the answer.",
        "Interim responses, proxies, logins and redirects each have a head of their own. `--all` shows every one.",
        "RFC 9110, 15.2";
    HeadTruncated "head-truncated":
        "The input ended, or a limit of this program was reached, before the head did.",
        "What was read until then is used. A head of more than 1 MiB is not a response of an HTTP server.",
        "RFC 9112, 2.1";
    InputUnreadable "input-unreadable":
        "One of several inputs could not be read, or holds no response, and was left out.",
        "The others are read all the same. The message names the file and what is wrong with it; the exit code is 3.",
        "holdoff's own rule: one bad input never stops the rest";
    RecordInvalid "record-invalid":
        "A record of a stream could not be read, and was left out.",
        "A record is one JSON object of at most 8 MiB, on one line in NDJSON. The message names the line, the record or \
         the entry. The records after it are read all the same; the exit code is 1.",
        "RFC 8259; holdoff's own limit of 8 MiB";
    RecordWithoutResponse "record-without-response":
        "A record holds neither a status nor headers, and was left out.",
        "Logs hold other lines too. Where a logger has names of its own for the status and the headers, give them with \
         `--map status=a.b,headers=c`.",
        "holdoff's own rule";
    RecordTimeUnread "record-time-unread":
        "The time of a record could not be read, and was left out.",
        "A time is RFC 3339 with an offset, an HTTP-date, or Unix time in seconds or milliseconds. A number is read only \
         where its size leaves no doubt about its unit, and local time without an offset is no instant. `--map \
         received=NAME` chooses another, and `--received` stands above all.",
        "RFC 3339, 5.6; holdoff's own rule for numbers";
    LineInvalid "line-invalid":
        "A line of the head is not a header field, and was left out.",
        "A field is a name, a colon and a value. Nothing is guessed from other lines.",
        "RFC 9112, 5";
    ServerWaitZero "server-wait-zero":
        "The server asks for no wait, so the policy's own stands.",
        "A hint of 0 or in the past says that the server expects nothing, not that every client should come back at \
         the same moment. The policy's wait spreads the retries.",
        "holdoff's own rule";
    EarlierThanServerAsked "earlier-than-server-asked":
        "The retry may start earlier than the server asked for.",
        "A wait that is limited to the max, or a policy that does not listen, comes back before the time that the \
         server gave. It may be refused again, and some servers then count it against the client.",
        "RFC 9110, 10.2.3; RFC 6585, 4";
    WriteWithoutKey "write-without-key":
        "A write without an idempotency key is repeated.",
        "The status says that the request was not applied, so a retry is right. A later call may fail with a status \
         that leaves this open, and then no retry will be. Send an idempotency key with every call.",
        "RFC 9110, 9.2.2";
    WriteNeedsKey "write-needs-key":
        "A write may have taken effect; it needs an idempotency key, or a question first.",
        "After a 5xx status, a 408 or no response the request may have been applied. With an idempotency key the server \
         recognises a repeated request. Without one, ask for the state of the resource and send again only what is \
         missing.",
        "RFC 9110, 9.2.2; draft-ietf-httpapi-idempotency-key-header";
    SameKey "same-key":
        "The retry of a write goes with the idempotency key of its first call.",
        "A server knows by the key that it is the same request, whatever became of the first call; after a limit too. \
         With a new key it is another request, and may take effect twice. Only a body that has changed needs a new key. \
         A server forgets keys after a time, Stripe after 24 hours: `--mark key=24h` tells which retry comes too late.",
        "draft-ietf-httpapi-idempotency-key-header-07, 2.2; the vendors' documentation";
    KeyConflict "key-conflict":
        "With an idempotency key the status says that the key is in use, or was used for another request.",
        "409 says that an earlier call with the key is still being worked on: ask again later, with the same key and \
         body (`--retry-on 409`). 422 says that the key came with another body before: no retry mends that; the changed \
         request needs a key of its own. Both have other meanings as well, which the body tells.",
        "draft-ietf-httpapi-idempotency-key-header-07, 2.6 and 2.7";
    JitterPassesMax "jitter-passes-max":
        "Jitter is added to the capped wait, so a wait may be longer than the max.",
        "Jitter of N% spreads each wait both ways after the cap has been applied. The max is then a cap on the middle \
         of the spread and not on the wait. Choose a max that is lower by N%, or full or equal jitter, which stay \
         below it.",
        "holdoff's own rule";
    FirstWaitZero "first-wait-zero":
        "The client makes its first retry at once.",
        "The first wait is 0 whatever the base is. All clients that failed together come back together, without any \
         pause; the waits that the config speaks of begin with the second retry.",
        "the client's source; see `holdoff dialects`";
    CountIncludesFirstCall "count-includes-first-call":
        "The client's number counts the first call.",
        "The same word counts calls in one client and retries in the next. Where it counts calls, 3 means one call and \
         two retries. Output and flags of holdoff count retries, and calls where they say so.",
        "the client's source; see `holdoff dialects`";
    JitterVanishesAtMax "jitter-vanishes-at-max":
        "The cap comes after jitter, so waits at the cap are no longer spread.",
        "A draw above the cap is cut to it. The longer an outage lasts, the more draws are cut, until every client waits \
         exactly the cap and all come back at the same moment. A larger cap, or a client that spreads the capped wait, \
         keeps them apart.",
        "the client's source; see `holdoff dialects`";
    LimitOverruns "limit-overruns":
        "The client compares its time limit before a wait, so the last wait may pass it.",
        "Only what has passed counts, not the wait that is about to begin: with a limit of 10 s and waits of 1, 2, 4 and \
         8 s the last retry starts after 15 s. Choose a limit that is shorter by the longest wait.",
        "the client's source; see `holdoff dialects`";
    ValueClamped "value-clamped":
        "The client uses another value than the one that is written, and says nothing.",
        "A number beyond the client's own range is raised, lowered or cut to it in silence. The schedule has the value \
         that the client uses.",
        "the client's source; see `holdoff dialects`";
    ValueIgnored "value-ignored":
        "The client does not use a value that is written.",
        "Another key, or the way the client is used, leaves it without effect. The schedule is the one without it.",
        "the client's source; see `holdoff dialects`";
    KeyNotKnown "key-not-known":
        "A key is none that is known of this client.",
        "It may be newer than what is known here, or misspelt. The schedule is the one without it. Look at what the \
         client's own documentation says.",
        "see `holdoff dialects`";
    NoRetryLimit "no-retry-limit":
        "The client goes on for ever with this config.",
        "Neither a number of retries nor a time ends it. The schedule shows the first of its retries.",
        "the client's source; see `holdoff dialects`";
    DefaultTimeLimit "default-time-limit":
        "The client has a time limit that the config does not name.",
        "Where no limit is written, the client has one of its own. It ends the retries before their number is used up, \
         or where no number is given at all.",
        "the client's source; see `holdoff dialects`";
    BothLimits "both-limits":
        "The client ends only where its time and its retries are both used up.",
        "With most clients the first limit that is reached counts. Here it is the last one, so a short time does not \
         end a long row of retries.",
        "the client's documentation; see `holdoff dialects`";
    CapEndsPolicy "cap-ends-policy":
        "The cap does not hold waits: it ends the policy.",
        "Once the next wait would pass the cap, the client makes one more wait and gives up without another call. \
         The number of retries that is written may never be reached.",
        "the client's source; see `holdoff dialects`";
    WaitBeforeFirstCall "wait-before-first-call":
        "The client waits before its first call too.",
        "That wait stands in `before_first`; elapsed times and starts are counted from the first call's start, after it.",
        "the client's source; see `holdoff dialects`";
    WaitAfterLastCall "wait-after-last-call":
        "The client waits once more after the last call has failed.",
        "No call follows that wait; it only delays the failure. It stands in `after_last`, and no total holds it.",
        "the client's source; see `holdoff dialects`";
    ClientArithmetic "client-arithmetic":
        "The client counts in whole units or with binary fractions, and the waits follow it.",
        "Milliseconds are cut, raised or rounded at each step, and some growth is no decimal at all. The waits are those \
         that the client comes to, which are not those of exact arithmetic.",
        "the client's source; see `holdoff dialects`";
    ClientVersion "client-version":
        "The same config means other waits in another version, or another language, of the client.",
        "The schedule is that of the version that `holdoff dialects` names. Another one is chosen with `--dialect`.",
        "the clients' sources; see `holdoff dialects`";
    NoWait "no-wait":
        "The client does not wait before any retry.",
        "A base of 0 stays 0 however it grows. All retries are made within moments, while what made the first call fail \
         still lasts, and by every client at once. Write a base above 0, and jitter.",
        "the client's source; see `holdoff dialects`";
    BaseAboveMax "base-above-max":
        "The first wait is longer than the cap, so that every wait is the cap.",
        "The base that is written never comes: each wait is cut to the max, and none grows. Where the config names no \
         cap the client has one of its own, which the note names. Write a cap above the base, or the base that is meant.",
        "the client's source; see `holdoff dialects`";
    TimerOverflow "timer-overflow":
        "A wait is longer than the client's timer holds, and is over at once.",
        "`setTimeout` holds 2147483647 ms, almost 25 days. Node.js makes a longer wait 1 ms, with no more than a warning \
         (TimeoutOverflowWarning): the client that should wait for weeks calls again and again without a pause. The \
         schedule has the waits as they are meant. Write a cap.",
        "nodejs.org/api/timers.html (setTimeout)";
    FirstWaitShifted "first-wait-shifted":
        "The first wait is not the one that the config names.",
        "The client grows the wait before it makes the first one, or takes the number that is written for something \
         else. The schedule has the waits that it makes.",
        "the client's source; see `holdoff dialects`";
    CountLost "count-lost":
        "The other client does not make as many retries.",
        "Some clients cut the number, some have none and end by time alone, and some need one where there was none. The \
         message names both numbers, without the first call.",
        "the clients' sources; see `holdoff dialects`";
    FirstWaitLost "first-wait-lost":
        "The first wait is another one in the other client, and those after it are the same.",
        "Clients differ in the first wait more than in any other: some make the first retry at once, some begin one step \
         late. Nothing in the config can change it.",
        "the clients' sources; see `holdoff dialects`";
    GrowthLost "growth-lost":
        "The waits grow otherwise in the other client.",
        "It has another base, another factor or another kind of growth, or counts in whole seconds or milliseconds. The \
         config has the nearest values; the message names the first retry that waits longer or shorter.",
        "the clients' sources; see `holdoff dialects`";
    MaxLost "max-lost":
        "The cap on one wait is another one in the other client.",
        "It has none, or one of its own that cannot be changed. The message names the first retry that waits longer or \
         shorter for it.",
        "the clients' sources; see `holdoff dialects`";
    JitterLost "jitter-lost":
        "The waits are spread otherwise in the other client.",
        "Its jitter is wider or narrower, is always there or never, comes before the cap and not after it, or draws whole \
         units. Without jitter clients that failed together come back together.",
        "the clients' sources; see `holdoff dialects`";
    TimeLimitLost "time-limit-lost":
        "The time after which there is no retry is another one in the other client.",
        "It has no such limit, has one that cannot be left out, or treats the last wait otherwise: one client cuts it, one \
         refuses it, one lets it pass the limit.",
        "the clients' sources; see `holdoff dialects`";
    ServerWaitLost "server-wait-lost":
        "What the server asks for counts otherwise in the other client.",
        "Most clients do not listen to Retry-After, some cut it, some give up where it is too long. Only a few can be told \
         what to do.",
        "the clients' sources; see `holdoff dialects`";
    IdleWaitLost "idle-wait-lost":
        "One of the two clients waits before its first call or after its last.",
        "Such a wait is part of the client and not of the config.",
        "the clients' sources; see `holdoff dialects`";
    DeadlineLost "deadline-lost":
        "The deadline of all calls and waits is another one in the other config.",
        "The config has no place for it, or the client has a deadline of its own. Give it where the call is made.",
        "the clients' sources; see `holdoff dialects`";
    ConditionsLost "conditions-lost":
        "Which statuses or methods are retried is not told by what was written.",
        "The config says when to retry, and not after what. The client's own defaults hold until they are changed.",
        "the clients' sources; see `holdoff dialects`";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_unique() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
