import { basename } from 'node:path';
import { bisect } from '../../../shared/model/bisect.ts';
import type { RefCounts, StateRef } from '../../../shared/model/handoff.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { rulesOf } from '../formats/rules.ts';
import type { FoundRef } from './refs.ts';
import { findRefs } from './refs.ts';
import type { PhaseState } from './state-of.ts';

/** Where a reference leads. `why` says it for people where there is no entry to name. */
export interface Led {
  status: StateRef['status'];
  tape: string | null;
  seq: number | null;
  why: string | null;
}

/** Tapes next to this one that an id is looked for in. */
const RELATED = 40;

/** A reference and where it leads. */
export interface LedRef {
  ref: FoundRef;
  led: Led;
}

export interface RefFinder {
  /** All references of a state with where they lead; no row is made, so that a list of 200,000 costs little. */
  led(state: PhaseState): LedRef[];
  /** The same for people: each says what is there. */
  told(all: readonly LedRef[]): StateRef[];
}

export function countRefs(all: readonly { led: Led }[]): RefCounts {
  const counts = { resolved: 0, outside: 0, broken: 0 };
  for (const { led } of all) counts[led.status] += 1;
  return counts;
}

/** Finds what the states of one tape name. Keep it for one answer: what it learns about other tapes is kept. */
export function createRefFinder(catalog: Catalog, tape: TapeRow): RefFinder {
  const rules = { numbered: rulesOf(tape.format).states.numbered, entries: tape.entries };
  const lookup = createLookup(catalog, tape);
  return {
    led(state) {
      const found = findRefs(state.value, rules);
      const ids = lookup.ids(found.flatMap(({ id, kind }) => (id !== null && (kind === 'uuid' || kind === 'leaf') ? [id] : [])));
      return found.map((ref) => ({ ref, led: leads(ref, state, tape, lookup, ids) }));
    },
    told: (all) => tell(catalog, tape, all),
  };
}

type Lookup = ReturnType<typeof createLookup>;

const createLookup = (catalog: Catalog, tape: TapeRow) => {
  let all: TapeRow[] | null = null;
  let related: TapeRow[] | null = null;
  const tapes = (): TapeRow[] => {
    all ??= catalog.tapes();
    return all;
  };
  const kin = (): TapeRow[] => {
    related ??= catalog.related(tape.id).slice(0, RELATED);
    return related;
  };
  return {
    kin,
    byFile: (file: string): TapeRow | undefined => tapes().find((other) => other.file === file),
    bySession: (session: string): TapeRow | undefined =>
      tape.session === session ? tape : tapes().find((other) => other.session === session && other.relation === null),
    ids(wanted: readonly string[]): Map<string, { tape: string; seq: number }> {
      const places = new Map<string, { tape: string; seq: number }>();
      let missing = [...new Set(wanted)];
      for (const other of missing.length === 0 ? [] : [tape, ...kin()]) {
        if (missing.length === 0) break;
        const seqs = catalog.seqsOf(other.id, missing);
        for (const [at, id] of missing.entries()) {
          const seq = seqs[at];
          if (seq != null) places.set(id, { tape: other.id, seq });
        }
        missing = missing.filter((id) => !places.has(id));
      }
      return places;
    },
    atLine: (line: number): number | null => entryAtLine(catalog, tape, line),
  };
};

const BROKEN = (why: string): Led => ({ status: 'broken', tape: null, seq: null, why });
const OUTSIDE = (why: string, to: string | null = null, seq: number | null = null): Led => ({ status: 'outside', tape: to, seq, why });

const leads = (ref: FoundRef, state: PhaseState, tape: TapeRow, lookup: Lookup, ids: Map<string, { tape: string; seq: number }>): Led => {
  if (ref.foreign !== null) return abroad(ref.foreign, lookup);
  switch (ref.kind) {
    case 'entry':
      return entryLed(ref, state, tape);
    case 'line':
      return lineLed(ref, tape, lookup);
    case 'agent':
      return agentLed(ref.id ?? '', lookup);
    case 'file':
      return fileLed(ref.id ?? '', tape, lookup);
    default:
      return fromBefore(ref, tape, idLed(ref.id ?? '', tape, lookup, ids));
  }
};

/** What the agent itself names although it is nowhere: nobody broke that. */
const fromBefore = (ref: FoundRef, tape: TapeRow, led: Led): Led => {
  const why = led.status === 'broken' ? rulesOf(tape.format).states.outside(ref) : null;
  return why === null ? led : OUTSIDE(why);
};

const entryLed = ({ number }: FoundRef, { became }: PhaseState, tape: TapeRow): Led => {
  if (number === null) return BROKEN('names no entry');
  const seq = became.get(number) ?? number;
  if (rulesOf(tape.format).states.isPiece(tape.file)) return OUTSIDE('an entry of the tape that this file is a piece of');
  if (Number.isInteger(seq) && seq >= 1 && seq <= tape.entries) return { status: 'resolved', tape: tape.id, seq, why: null };
  return BROKEN(`not on this tape, which has ${tape.entries} entries`);
};

const lineLed = ({ number }: FoundRef, tape: TapeRow, lookup: Lookup): Led => {
  const { noLines } = rulesOf(tape.format).states;
  if (noLines !== null) return BROKEN(noLines);
  const seq = number === null || !Number.isInteger(number) ? null : lookup.atLine(number);
  return seq === null ? BROKEN('there is no entry in this line') : { status: 'resolved', tape: tape.id, seq, why: null };
};

const agentLed = (agent: string, lookup: Lookup): Led => {
  const found = lookup.kin().find(({ file }) => basename(file) === `agent-${agent}.jsonl`);
  return found ? OUTSIDE(found.title, found.id, 1) : BROKEN('no such sub-agent is in the library');
};

/** The tape that a reset archived. The path is only compared, never opened. */
const fileLed = (path: string, tape: TapeRow, lookup: Lookup): Led => {
  const name = basename(path.replaceAll('\\', '/'));
  const found = lookup.kin().find(({ file, relation, parent }) => relation === 'archive' && parent === tape.id && basename(file) === name);
  return found ? OUTSIDE(found.title, found.id, 1) : OUTSIDE('an archive that is not in the library');
};

const idLed = (id: string, tape: TapeRow, lookup: Lookup, ids: Map<string, { tape: string; seq: number }>): Led => {
  const place = ids.get(id);
  if (place) return place.tape === tape.id ? { status: 'resolved', ...place, why: null } : { status: 'outside', ...place, why: null };
  const session = lookup.bySession(id);
  if (session?.id === tape.id) return { status: 'resolved', tape: tape.id, seq: null, why: 'this session' };
  return session ? OUTSIDE(session.title, session.id) : BROKEN('no entry of this tape or its family has this id');
};

const abroad = ({ file, entry, title }: NonNullable<FoundRef['foreign']>, lookup: Lookup): Led => {
  const found = lookup.byFile(file);
  const name = title ?? basename(file);
  if (!found) return OUTSIDE(`${name}, which is not in the library`);
  if (entry !== null && (entry < 1 || entry > found.entries)) return BROKEN(`${found.title} has ${found.entries} entries`);
  return OUTSIDE(entry === null ? found.title : `${found.title}, entry ${entry}`, found.id, entry);
};

/** Lines ascend with the entries of a file, so that a line is found in twenty looks. */
const entryAtLine = (catalog: Catalog, tape: TapeRow, line: number): number | null => {
  const lineOf = (seq: number): number => catalog.entriesAt(tape.id, [seq])[0]?.line ?? 0;
  const found = bisect(1, tape.entries, (seq) => lineOf(seq) >= line);
  return lineOf(found) === line ? found : null;
};

const nameOf = (row: EntryRow): string =>
  [row.kind.replace('_', ' '), row.role !== null && row.kind === 'message' ? row.role : row.label]
    .filter((word) => word !== '')
    .join(' · ');

const tell = (catalog: Catalog, tape: TapeRow, all: readonly LedRef[]): StateRef[] => {
  const wanted = new Map<string, Set<number>>();
  for (const { led } of all) {
    if (led.why !== null || led.tape === null || led.seq === null) continue;
    const seqs = wanted.get(led.tape) ?? new Set();
    wanted.set(led.tape, seqs.add(led.seq));
  }
  const names = new Map<string, string>();
  for (const [id, seqs] of wanted) for (const row of catalog.entriesAt(id, [...seqs])) names.set(`${id}#${row.seq}`, nameOf(row));
  return all.map(({ ref: { path, kind, text }, led: { status, tape: to, seq, why } }) => ({
    path,
    kind,
    text,
    status,
    tape: to,
    seq,
    label: why ?? `${names.get(`${to}#${seq}`) ?? 'entry'}${to === tape.id ? '' : ', of another tape'}`,
  }));
};
