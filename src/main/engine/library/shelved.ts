import { withoutForgotten } from '../../../shared/library/forgotten.ts';
import { reordered } from '../../../shared/library/order.ts';
import type { Own, TapeProof, TapeRow } from '../../../shared/model/index.ts';
import type { Shelf } from '../annotations/shelf.ts';
import type { Listed } from '../catalog/listed.ts';
import type { Joins } from './joins.ts';

interface Said {
  own: ReadonlyMap<string, Own>;
  joins: Joins;
  /** How contexts agree with captured requests, where a filter asks for it. */
  proofs?: ReadonlyMap<string, TapeProof> | null;
}

/**
 * The rows of the library with what readers said of them, and the repository of each; without those that were forgotten. Those with `proofs` are
 * kept next to those without, since both are asked for in turns.
 */
export function createShelved(shelf: Shelf, joinsOf: (projects: ReadonlySet<string>) => Promise<Joins>) {
  const kept = new Map<boolean, { version: number; listed: Listed } & Said>();
  let projects: { version: number; all: ReadonlySet<string> } | null = null;
  let version = 0;
  return async (listed: Listed, proofs: Said['proofs'] = null): Promise<Listed> => {
    if (projects?.version !== listed.version)
      projects = { version: listed.version, all: new Set(listed.sorted('newest').map(({ project }) => project)) };
    const joins = await joinsOf(projects.all);
    const own = shelf.all();
    const known = kept.get(proofs !== null);
    if (known?.version === listed.version && known.own === own && known.joins === joins && known.proofs === proofs) return known.listed;
    version += 1;
    const made = withSaid(listed, { own, joins, proofs }, version);
    kept.set(proofs !== null, { version: listed.version, own, joins, proofs, listed: made });
    return made;
  };
}

/** Adds to a row what readers said of it, its repository, and how it agrees with captured requests; the same row gives the same object. */
export function sayer({ own, joins, proofs = null }: Said): (tape: TapeRow) => TapeRow {
  const rows = new Map<TapeRow, TapeRow>();
  return (tape) => {
    const [ownOf, joined, proof] = [own.get(tape.file), joins.get(tape.project), proofs?.get(tape.id)];
    if (ownOf === undefined && joined === undefined && proof === undefined) return tape;
    const known = rows.get(tape) ?? { ...tape, ...(ownOf && { own: ownOf }), ...(joined && { joined }), ...(proof && { proof }) };
    rows.set(tape, known);
    return known;
  };
}

const withSaid = (listed: Listed, about: Said, version: number): Listed => {
  const { own, joins } = about;
  const said = sayer(about);
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
