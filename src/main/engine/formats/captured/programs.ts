/** Programs that capture requests, by what they write. */

export const TRACE = 'claude-trace';
export const TAP = 'claude-tap';
export const LENS = 'context-lens';

/** What has the place of a value that is kept once for many. */
export const BLOB_REF = '__claude_tap_blob_ref__';

/** Names of files that hold captures, whatever is in them: archives of HTTP and of requests to models, logs of these programs, and runs of ours. */
export const CAPTURE_NAME =
  /(\.har|\.lhar(\.json)?|\.ctap\.json|[/\\]captures[/\\][^/\\]+[/\\]requests\.jsonl|[/\\]\.claude-trace[/\\][^/\\]+\.jsonl)$/;

/** First bytes of files that may hold captures: a run of ours, a pair to a line, or a document with a list of pairs. */
export const CAPTURE_HEAD =
  /^\s*(\{"type":"run","version":1|\{\s*"(request|timestamp|request_id|turn)"\s*:\s*["{\d]|\{\s*"__claude_tap|\{\s*"log"\s*:\s*\{\s*"(version|creator|entries)|\{\s*"lhar"\s*:\s*\{|\{"type":"(session|entry","id":"[\w-]+)","trace_id"|\[\s*\{\s*"request"\s*:|\{(?=[^[{]*"(turns|records|exchanges)"\s*:\s*\[))/;
