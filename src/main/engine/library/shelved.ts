import { withoutForgotten } from '../../../shared/library/forgotten.ts';
import { reordered } from '../../../shared/library/order.ts';
import type { Own, TapeRow } from '../../../shared/model/index.ts';
import type { Shelf } from '../annotations/shelf.ts';
import type { Listed } from '../catalog/listed.ts';
import type { Joins } from './joins.ts';

interface Said {
  own: ReadonlyMap<string, Own>;
  joins: Joins;
}

/** The rows of the library with what readers said of them, and the repository of each; without those that were forgotten. */
export function createShelved(shelf: Shelf, joinsOf: (projects: ReadonlySet<string>) => Promise<Joins>) {
  let made: ({ version: number; listed: Listed } & Said) | null = null;
  let projects: { version: number; all: ReadonlySet<string> } | null = null;
  let version = 0;
  return async (listed: Listed): Promise<Listed> => {
    if (projects?.version !== listed.version)
      projects = { version: listed.version, all: new Set(listed.sorted('newest').map(({ project }) => project)) };
    const joins = await joinsOf(projects.all);
    const own = shelf.all();
    if (made?.version === listed.version && made.own === own && made.joins === joins) return made.listed;
    version += 1;
    made = { version: listed.version, own, joins, listed: withSaid(listed, { own, joins }, version) };
    return made.listed;
  };
}

/** Adds to a row what readers said of it, and its repository; the same row gives the same object. */
export function sayer({ own, joins }: Said): (tape: TapeRow) => TapeRow {
  const rows = new Map<TapeRow, TapeRow>();
  return (tape) => {
    const [ownOf, joined] = [own.get(tape.file), joins.get(tape.project)];
    if (ownOf === undefined && joined === undefined) return tape;
    const known = rows.get(tape) ?? { ...tape, ...(ownOf && { own: ownOf }), ...(joined && { joined }) };
    rows.set(tape, known);
    return known;
  };
}

const withSaid = (listed: Listed, { own, joins }: Said, version: number): Listed => {
  const said = sayer({ own, joins });
  const changed = { title: own.size > 0, project: joins.size > 0 } as const;
  const kept = new Map<string, readonly TapeRow[]>();
  return {
    version,
    sorted(sort, reverse) {
      const key = `${sort} ${reverse ?? false}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const tapes = withoutForgotten(listed.sorted(sort, reverse).map(said));
      const made = (sort === 'title' || sort === 'project') && changed[sort] ? reordered([], tapes, sort, reverse) : tapes;
      kept.set(key, made);
      return made;
    },
  };
};
