import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeInfo } from '../../../shared/model/native.ts';
import { scaleFor } from '../formats/context/models.ts';
import { lastAnchorOf } from './anchors.ts';
import { STATE_SCHEMA } from './contract.ts';
import { openForksOf } from './fork-rows.ts';
import { type Handle, sql } from './handle.ts';
import { parentOf } from './open-handle.ts';
import { sessionNames } from './places.ts';
import { entriesOf, lastId, pointersOf } from './query.ts';
import { recoveredCount } from './set-aside.ts';

/** What `tape info` says. Tokens are estimated from the characters of all entries, those of a shared prefix included. */
export function infoOf(handle: Handle): NativeInfo {
  const { workspace, which, fork } = handle;
  const last = lastAnchorOf(handle);
  const head = lastId(handle);
  const openForks = fork === null ? openForksOf(handle) : [];
  return {
    workspace: workspace.folder,
    root: workspace.config.root,
    session: which.session,
    fork: which.fork,
    entries: head,
    anchors: count(handle, 'SELECT count(*) AS n FROM anchors') + (fork === null ? 0 : sharedAnchors(handle, fork.start)),
    lastAnchor: last && {
      ...{ seq: last.seq, name: last.name, id: last.id, at: last.at },
      ...(isAltered(handle, last.id) && { altered: true as const }),
    },
    entriesSince: last === null ? head : head - last.id,
    forks: openForks.length,
    openForks,
    sessions: sessionNames(workspace),
    bytes: count(handle, 'SELECT coalesce(sum(bytes), 0) AS n FROM files'),
    tokens: { value: Math.ceil(chars(handle) / scaleFor(null).charsPerToken), basis: 'estimated' },
    gate: workspace.config.gate?.join(' ') ?? null,
    stateSchema: existsSync(join(workspace.folder, STATE_SCHEMA)),
    recovered: recoveredCount(handle.folder),
    notes: [...handle.notes],
  };
}

/** What is shown is checked: of all lines that is the anchor's. */
const isAltered = (handle: Handle, id: number): boolean => entriesOf(handle, pointersOf(handle, { ids: [id, id] }))[0]?.altered === true;

const count = (handle: Handle, text: string, ...binds: bigint[]): number =>
  sql<bigint[], { n: number }>(handle, text).get(...binds)?.n ?? 0;

const sharedAnchors = (handle: Handle, start: number): number =>
  count(parentOf(handle), 'SELECT count(*) AS n FROM anchors WHERE id <= ?', BigInt(start));

const chars = (handle: Handle): number => {
  const own = count(handle, 'SELECT coalesce(sum(chars), 0) AS n FROM files');
  if (handle.fork === null) return own;
  const parent = parentOf(handle);
  const later = count(parent, 'SELECT coalesce(sum(chars), 0) AS n FROM entries WHERE id > ?', BigInt(handle.fork.start));
  return own + chars(parent) - later;
};
