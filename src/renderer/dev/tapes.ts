import { drawnTape } from '../../shared/library/testing.ts';
import type { Receipt, TapeRow } from '../../shared/model/index.ts';

const HOUR = 3_600_000;
/** Noon today, so that a picture is the same all day. */
export const NOON = new Date().setHours(14, 2, 51, 0);

let made = 0;

/** A tape row with only what matters about it. */
export function tape(part: Partial<TapeRow> & Pick<TapeRow, 'title'>): TapeRow {
  made += 1;
  const steps = part.steps ?? 40;
  return drawnTape(`t${made}`, {
    file: `/home/me/.claude/projects/-home-me-payments-api/${made}.jsonl`,
    project: '/home/me/payments-api',
    session: `session-${made}`,
    writer: '2.1.217',
    model: 'claude-opus',
    started: NOON - 5 * HOUR,
    ended: NOON - made * HOUR * 3,
    bytes: 1_200_000,
    entries: steps * 7,
    steps,
    usage: { input: steps * 12, output: steps * 420, cacheRead: steps * 90_000, cacheWrite: steps * 1900 },
    anchors: 1,
    textTo: steps * 7,
    ...part,
  });
}

export const tapes: TapeRow[] = [
  tape({
    id: 'outbox',
    title: 'Move retries to the outbox',
    steps: 412,
    entries: 2874,
    branches: 3,
    ended: NOON,
    live: true,
    repaired: 1,
    textTo: 2190,
  }),
  tape({ title: 'Find every caller of retryNow()', steps: 38, parent: 'outbox', relation: 'sub-agent' }),
  tape({ title: 'Check the ledger tests', steps: 12, parent: 'outbox', relation: 'sub-agent' }),
  tape({ title: 'acompact 8cc36543', steps: 1, parent: 'outbox', relation: 'compaction-copy' }),
  tape({ title: 'Fork: retries as a cron job', steps: 96 }),
  tape({ title: 'Fix flaky ledger test', steps: 61, unreadable: 2, ended: NOON - 25 * HOUR }),
  tape({
    title: 'Explain idempotency keys, and why the second delivery of one webhook must not charge twice',
    steps: 12,
    ended: NOON - 26 * HOUR,
  }),
  tape({
    title: 'Ship the tape index',
    format: 'bub',
    project: 'cli:local',
    steps: 204,
    anchors: 7,
    compactions: 0,
    failed: 0,
    ended: NOON - 72 * HOUR,
    writer: '0.3.1',
  }),
  tape({ title: 'archived 2026-11-12', format: 'bub', project: 'cli:local', steps: 88, ended: NOON - 240 * HOUR, writer: null }),
];

/** A library as large as the largest that anybody reported. */
export function manyTapes(amount: number): TapeRow[] {
  return Array.from({ length: amount }, (_, index) =>
    tape({
      title: `Session ${index + 1}`,
      project: `/home/me/project-${index % 40}`,
      steps: 1 + ((index * 37) % 500),
      ended: NOON - index * HOUR,
    }),
  );
}

export const receipt: Receipt = {
  file: '/home/me/.claude/projects/-home-me-payments-api/8cc36543.jsonl',
  format: 'claude-code',
  bytes: 14_131_990,
  waiting: 0,
  toCome: 0,
  lines: { total: 2877, withEntries: 2873, blank: 2, unreadable: 2, repaired: 1 },
  entries: 2874,
  unknownTypes: { 'agent-color': 3, 'future-thing': 1 },
  tape: 'outbox',
  reread: 1,
  notes: ['Two records stood on line 1,204; both were read.'],
};
