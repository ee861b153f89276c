import type { CapturedRequest } from '../../../shared/model/index.ts';
import { readCaptures } from '../captured.ts';
import type { Context, Declaration } from '../command.ts';
import { json, OWN_TAPE, POINTS, STEP, WHICH } from '../flags.ts';
import { clean, safeJson } from '../format/clean.ts';
import type { Layout } from '../format/layout.ts';
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
  else terminal.print(formatRequest(found, terminal.layout));
  return undefined;
}

const formatRequest = ({ request, response, capturedBy }: CapturedRequest, { style }: Layout): string[] => [
  style.dim(`captured by ${clean(capturedBy)}`),
  ...(safeJson(request, 2) ?? '').split('\n'),
  ...(response === null ? [] : ['', style.dim('answer'), ...safeJson(response, 2).split('\n')]),
];
