import { sharesOf } from '../../../shared/model/composition.ts';
import type { CapturedRequest, TokenCount, View } from '../../../shared/model/index.ts';
import { weighParts } from '../../../shared/model/part-weights.ts';
import { partsOf } from '../../../shared/model/sent-parts.ts';
import { readCaptures } from '../captured.ts';
import type { Context, Declaration } from '../command.ts';
import { json, OWN_TAPE, POINTS, STEP, WHICH } from '../flags.ts';
import { clean, safeJson } from '../format/clean.ts';
import { count } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { stepOf } from '../options.ts';
import { namedAt, stepIn } from '../points.ts';

export const command: Declaration = {
  flags: [STEP, ...WHICH, json],
  notes: [
    OWN_TAPE,
    POINTS,
    'It looks where tape record keeps requests, in folders of captures that were imported, and in the log itself.',
    'JSON holds {request, response, capturedBy}: the body as it was sent, and that of the answer.',
  ],
  example: ['tape request session.jsonl --step 12 --json', 'prints the body that step 12 sent'],
  run,
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  await readCaptures(open);
  const { row, point } = await namedAt(open, given);
  const step = point === null ? stepOf(given, row.steps) : stepIn(point, 'request to print');
  const found = await open.call('evidence.request', { tape: row.id, step });
  if (json) terminal.json(found);
  else {
    const view = await open.call('views.assemble', { tape: row.id, step, policy: 'as-recorded' });
    terminal.print(formatRequest(found, sizesIn(found, view), terminal.layout));
  }
  return undefined;
}

const tokensWords = ({ value, basis }: TokenCount): string => `${basis === 'estimated' ? '~' : ''}${count(value)}`;

/** What the request weighs and what it is made of, as every view of the step has it. */
function sizesIn({ request }: CapturedRequest, view: View): string {
  const parts = partsOf(request);
  const weights = weighParts(parts, view, { whole: true });
  const { value, basis } = weights.size;
  const shares = sharesOf(parts, weights, null).map(({ name, tokens }) => `${name} ${tokensWords(tokens)}`);
  return [`${tokensWords({ value, basis })} tokens ${basis}`, ...shares].join(' · ');
}

const formatRequest = ({ request, response, capturedBy }: CapturedRequest, sizes: string, { style }: Layout): string[] => [
  style.dim(`captured by ${clean(capturedBy)}`),
  style.dim(sizes),
  ...(safeJson(request, 2) ?? '').split('\n'),
  ...(response === null ? [] : ['', style.dim('answer'), ...safeJson(response, 2).split('\n')]),
];
