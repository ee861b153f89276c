import { z } from 'zod';
import {
  BranchClass,
  Breakdown,
  Check,
  ForkPoints,
  Graph,
  LegalityNear,
  Policy,
  Ref,
  SurgeryChange,
  SurgeryPreview,
  SurgeryWritten,
} from '../model/index.ts';
import { path, seq, tape } from './inputs.ts';

/** What `engine/graph/point.ts` reads as the name of a point. */
const refName = z.string().min(1).max(100);

/** Calls about the session graph: where one may continue, changed copies, names for points. */
export const graphContract = {
  /**
   * What a change would do to a copy of a transcript: what stays, what goes, whether it may be done, and the next request that would come of
   * it under a policy, in which entries are numbered as in the source. Writes nothing.
   */
  'surgery.preview': { input: z.object({ tape, change: SurgeryChange, policy: Policy.optional() }), output: SurgeryPreview },
  /** Writes the copy, next to its source or in the folder `out`; the source stays as it is. */
  'surgery.write': { input: z.object({ tape, change: SurgeryChange, out: path.optional() }), output: SurgeryWritten, writes: true },
  /** A tape compared with the contract of a transcript, and its records with the schemas of their versions. Reads all of it. */
  'tapes.check': { input: z.object({ tape }), output: Check },
  /** Whether one may resume or fork at an entry, if not why, and the nearest places where one may. */
  'graph.legal': { input: z.object({ tape, seq }), output: LegalityNear },
  /** The legal points from entry `from` on, or with `all` every entry with its verdict. */
  'graph.forkPoints': {
    input: z.object({
      tape,
      from: seq.default(1),
      limit: z.number().int().min(1).max(10_000).default(1000),
      only: z.enum(['legal', 'all']).default('legal'),
    }),
    output: ForkPoints,
  },
  /**
   * The session graph of a tape, or of its whole family. `show` names the classes of branch points that are drawn as forks; `from` and
   * `to` narrow it to nodes with entries of the tape in that range. Never more than `limit` nodes: what is folded for that is said.
   */
  'graph.get': {
    input: z.object({
      tape,
      family: z.boolean().default(false),
      show: z.array(BranchClass).max(8).default(['rewind']),
      agents: z.enum(['nested', 'siblings']).default('nested'),
      from: seq.optional(),
      to: seq.optional(),
      limit: z.number().int().min(10).max(5000).default(5000),
    }),
    output: Graph,
  },
  /** Counts over some tapes, or all of the library. */
  'graph.breakdown': {
    input: z.object({ tapes: z.array(tape).max(100_000).optional(), includeOwn: z.boolean().default(false) }),
    output: Breakdown,
  },
  /** Names for points, kept next to the catalog: of one tape, or all of them. */
  'refs.list': { input: z.object({ tape: tape.optional() }), output: z.object({ items: z.array(Ref) }) },
  /** At an entry, or at the end of a step; the newest entry where neither is given. A name that the tape has already moves. */
  'refs.set': {
    input: z.object({ name: refName, tape, seq: seq.optional(), step: seq.optional() }),
    output: z.object({ ref: Ref, moved: Ref.nullable() }),
    writes: true,
  },
  /** `tape` where tapes have refs of one name. */
  'refs.remove': { input: z.object({ name: refName, tape: tape.optional() }), output: z.object({ removed: Ref }), writes: true },
} as const;
