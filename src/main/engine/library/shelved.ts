import { withoutForgotten } from '../../../shared/library/forgotten.ts';
import { reordered } from '../../../shared/library/order.ts';
import type { LibrarySort, Own, TapeProof, TapeRow } from '../../../shared/model/index.ts';
import type { Shelf } from '../annotations/shelf.ts';
import type { Listed } from '../catalog/kept-rows.ts';
import type { TapeBusy, TapeCosts, TapeModels } from '../prices/tape-cost.ts';
import type { Joins } from './joins.ts';

interface Said {
  own: ReadonlyMap<string, Own>;
  joins: Joins;
  /** How contexts agree with captured requests, where a filter asks for it. */
  proofs?: ReadonlyMap<string, TapeProof> | null;
  /** What each costs, where somebody asks. */
  costs?: TapeCosts | null;
  /** The models of those that have several, where a filter asks for models. */
  models?: TapeModels | null;
  /** When each was at work, where a filter asks for a period. */
  busy?: TapeBusy | null;
}

/**
 * The rows of the library with what readers said of them, and the repository of each; without those that were forgotten. Those with `proofs`, `costs`,
 * `models` or `busy` are kept next to those without, since both are asked for in turns.
 */
export function createShelved(shelf: Shelf, joinsOf: (projects: ReadonlySet<string>) => Promise<Joins>) {
  const kept = new Map<string, { version: number; listed: Listed } & Said>();
  let projects: { version: number; all: ReadonlySet<string> } | null = null;
  let version = 0;
  return async (
    listed: Listed,
    { proofs = null, costs = null, models = null, busy = null }: Pick<Said, 'proofs' | 'costs' | 'models' | 'busy'>,
  ): Promise<Listed> => {
    if (projects?.version !== listed.version)
      projects = { version: listed.version, all: new Set(listed.sorted('newest').map(({ project }) => project)) };
    const joins = await joinsOf(projects.all);
    const own = shelf.all();
    const key = `${proofs !== null} ${costs !== null} ${models !== null} ${busy !== null}`;
    const known = kept.get(key);
    const said = { own, joins, proofs, costs, models, busy };
    const isSame = known !== undefined && (Object.keys(said) as (keyof Said)[]).every((name) => known[name] === said[name]);
    if (known?.version === listed.version && isSame) return known.listed;
    version += 1;
    const made = withSaid(listed, said, version);
    kept.set(key, { version: listed.version, ...said, listed: made });
    return made;
  };
}

/** Gives the session that a tape was captured of; null for any other tape. */
const sessionsIn = (listed: Listed): ((tape: TapeRow) => TapeRow | null) => {
  let rows: Map<string, TapeRow> | null = null;
  return ({ relation, parent }) => {
    if (relation !== 'capture' || parent === null) return null;
    rows ??= new Map(listed.sorted('newest').map((row) => [row.id, row]));
    return rows.get(parent) ?? null;
  };
};

/** Where a captured request is filed: with its session, whichever folder the capture is in. */
const filedWith = ({ project }: TapeRow, joins: Joins): TapeRow['joined'] => ({
  ...{ of: joins.get(project)?.of ?? project, part: null },
  why: 'captured from a session of it',
});

/** Adds to a row what readers said of it, its repository, how it agrees with captured requests, and its cost; the same row gives the same object. */
export function sayer(
  { own, joins, proofs = null, costs = null, models = null, busy = null }: Said,
  sessionOf: (tape: TapeRow) => TapeRow | null = () => null,
): (tape: TapeRow) => TapeRow {
  const rows = new Map<TapeRow, TapeRow>();
  return (tape) => {
    const known = rows.get(tape);
    if (known !== undefined) return known;
    const session = sessionOf(tape);
    const said = {
      ...{ own: own.get(tape.file), joined: session === null ? joins.get(tape.project) : filedWith(session, joins) },
      ...{ proof: proofs?.get(tape.id), cost: costs?.get(tape.id), models: models?.get(tape.id), busy: busy?.get(tape.id) },
    };
    const there = Object.entries(said).filter(([, one]) => one !== undefined);
    const made = there.length === 0 ? tape : { ...tape, ...Object.fromEntries(there) };
    rows.set(tape, made);
    return made;
  };
}

const withSaid = (listed: Listed, about: Said, version: number): Listed => {
  const { own, joins, costs } = about;
  const said = sayer(about, sessionsIn(listed));
  const changed: Partial<Record<LibrarySort, boolean>> = { title: own.size > 0, project: joins.size > 0, cost: costs != null };
  const kept = new Map<string, readonly TapeRow[]>();
  return {
    version,
    sorted(sort, reverse) {
      const key = `${sort} ${reverse ?? false}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const tapes = withoutForgotten(listed.sorted(sort, reverse).map(said));
      const made = changed[sort] ? reordered([], tapes, sort, reverse) : tapes;
      kept.set(key, made);
      return made;
    },
  };
};
