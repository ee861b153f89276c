import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'A trace is a record of requests, and no agent resumes one; continue in a new native tape.';

export const about: About = {
  id: 'otel',
  name: 'OpenTelemetry',
  mark: 'OT',
  versions: ['OTLP JSON', 'GenAI conventions 1.27 … 1.40', 'OpenInference', 'Langfuse and Phoenix: exports, APIs'],
  containers: ['jsonl', 'json'],
  evidence: 'recorded',
  rule: {
    text: 'The messages, system prompt and tools that the span of a request recorded; without recorded content nothing is known.',
    source: 'the semantic conventions for generative AI of OpenTelemetry, and those of OpenInference',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  unproven: [
    'What the APIs of Langfuse and Phoenix answer is known from their documents alone.',
    'A program may record less than it sent: no request on the wire was compared with a span.',
    'Messages logged one by one, outside of spans, are shown and not put together.',
    'A sub-agent is known by the agents above its request; a trace that grows has these last.',
  ],
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY, check: 'Nobody but its writer can say what a trace should hold.' },
  roots: (env, home) => [{ id: 'otelTraces', name: 'traces', path: join(env.TAPESCOPE_HOME ?? join(home, '.tapescope'), 'received') }],
};
