import type { ForkRow, MergePreview, NativeAnchor, NativeEntry, NativeInfo } from '../../../shared/model/native.ts';

/** Entries and answers of native tapes for tests of formats. */

const AT = '2026-03-10T11:05:09.123Z';

export function entry(change: Partial<NativeEntry> = {}): NativeEntry {
  return {
    id: 7,
    kind: 'message',
    at: AT,
    anchor: 'session/start',
    payload: { role: 'user', content: 'Mend the parser.' },
    meta: {},
    ...change,
  };
}

export function anchor(change: Partial<NativeAnchor> = {}): NativeAnchor {
  return {
    seq: 2,
    name: 'build',
    id: 5,
    at: AT,
    state: { phase: 'build', summary: 'Plan agreed.' },
    entries: 3,
    ...change,
  };
}

export function forkRow(change: Partial<ForkRow> = {}): ForkRow {
  return {
    name: 'try-a',
    start: 41,
    at: AT,
    who: 'ann',
    note: 'is a cache worth it?',
    prefix: 'ab'.repeat(32),
    entries: 3,
    state: 'open',
    merged: null,
    ...change,
  };
}

export function info(change: Partial<NativeInfo> = {}): NativeInfo {
  return {
    workspace: '/home/ann/.tape/workspace-app-0123456789ab',
    root: '/home/ann/app',
    session: 'main',
    fork: null,
    entries: 1200,
    anchors: 2,
    lastAnchor: { seq: 2, name: 'build', id: 5, at: AT },
    entriesSince: 1195,
    forks: 1,
    openForks: ['try-a'],
    sessions: ['main', 'review'],
    bytes: 34_567,
    tokens: { value: 9012, basis: 'estimated' },
    gate: 'npm test',
    stateSchema: true,
    recovered: 1,
    notes: [],
    ...change,
  };
}

export function preview(change: Partial<MergePreview> = {}): MergePreview {
  return {
    order: [{ from: 'try-a', id: 42, newId: 51, mark: 'superseded', kind: 'message', at: AT, summary: 'The gate closes at nine.' }],
    duplicates: [{ from: 'try-a', id: 43, of: { from: null, id: 44 }, by: 'digest', kind: 'event', summary: 'started' }],
    left: [{ from: 'try-a', id: 44, kind: 'message' }],
    conflicts: [
      {
        type: 'corrects',
        key: '2',
        sides: [
          { from: null, id: 48, value: 'ten' },
          { from: 'try-a', id: 42, value: 'nine' },
        ],
        sentence: 'Both corrected entry 2.',
      },
    ],
    mergeable: false,
    verdict: { gate: 'npm test', verdict: 'refuted', exit: 1, output: '1 failed', ms: 1234 },
    head: 50,
    ...change,
  };
}
