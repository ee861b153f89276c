import type { TapeRow } from '../model/index.ts';

/** A tape with nothing to it but what a test says. */
export function drawnTape(id: string, part: Partial<TapeRow> = {}): TapeRow {
  return {
    id,
    format: 'claude-code',
    file: `/logs/${id}.jsonl`,
    project: '/home/me/one',
    title: id,
    session: null,
    writer: null,
    model: null,
    started: null,
    ended: null,
    bytes: 0,
    entries: 0,
    steps: 0,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    branches: 0,
    anchors: 0,
    compactions: 0,
    failed: 0,
    unreadable: 0,
    repaired: 0,
    parent: null,
    relation: null,
    caller: null,
    textTo: 0,
    live: false,
    native: null,
    copy: null,
    ...part,
  };
}
