import { isDerived, placeOf, projectNames, titleOf } from '../../../shared/library/names.ts';
import { fitting } from '../../../shared/library/query.ts';
import type { LostSums, TapeRow, ToolSums } from '../../../shared/model/index.ts';
import type { CallContext, Handlers, Parsed } from '../../../shared/rpc/contract.ts';
import type { Catalog } from '../catalog/types.ts';
import { nameOf } from '../formats/abouts.ts';
import { createAsking } from '../jobs/ask.ts';
import { quarterAt } from '../pages/spent.ts';
import { inDays } from './days.ts';
import { createLook, type LookAt, type LookQuery, type LostLooked, type ToolsLooked } from './looking.ts';
import { lostSumsOf } from './losses.ts';

/** Milliseconds after which an answer says what is known by then, and those for which a thread keeps what it found. */
const SOON = 1200;
const REST = 600_000;

interface Around {
  catalog: Catalog;
  home: string;
  /** A window waits, and other calls of it. */
  threads: boolean;
  /** All tapes of the library, without those that were forgotten. */
  sessions(filter: string, signal: CallContext['signal']): Promise<readonly TapeRow[]>;
  zoned(zone: string): (quarter: number) => string;
}

type Asked = Parsed<'library.tools'>;

const keyOf = ({ id, entries, bytes, steps, copied }: TapeRow): LookAt => ({
  id,
  key: `${entries} ${bytes} ${steps} ${copied?.steps ?? 0}`,
});

/** What takes a look into the entries of sessions: times of tools, and what compactions lost. A record of what was sent has no calls of its own. */
export function lookingMethods({ catalog, home, threads, sessions, zoned }: Around): Pick<Handlers, 'library.tools' | 'library.lost'> {
  let here: ReturnType<typeof createLook> | null = null;
  const asking = <A extends ToolsLooked | LostLooked>() => {
    const thread = threads ? createAsking<LookQuery, A>('overview/looking-worker', { home }, 1, REST) : null;
    return async (query: LookQuery, { signal }: CallContext): Promise<A> => {
      if (thread !== null) return thread.ask(query, { signal });
      here ??= createLook(catalog, home);
      return (await here({ ...query, limit: Number.POSITIVE_INFINITY }, { signal })) as A;
    };
  };
  const [askTools, askLost] = [asking<ToolsLooked>(), asking<LostLooked>()];
  const wanted = async ({ filter }: Asked, { signal }: CallContext): Promise<TapeRow[]> => {
    const fits = fitting(filter, nameOf, Date.now()) ?? (() => true);
    return (await sessions(filter, signal)).filter((tape) => !isDerived(tape) && tape.relation !== 'capture' && fits(tape));
  };
  return {
    'library.tools': async (asked, context): Promise<ToolSums> => {
      const { zone, from = null, to = null, limit } = asked;
      zoned(zone);
      const tapes = (await wanted(asked, context)).filter(({ steps }) => steps > 0);
      const { tools, looked } = await askTools({ what: 'tools', zone, from, to, limit: SOON, tapes: tapes.map(keyOf) }, context);
      return { tools: tools.slice(0, limit), left: Math.max(0, tools.length - limit), looked, of: tapes.length };
    },
    'library.lost': async (asked, context): Promise<LostSums> => {
      const { zone, limit } = asked;
      const [dayOf, within] = [zoned(zone), inDays(asked)];
      const tapes = (await wanted(asked, context)).filter(({ compactions, copy }) => compactions > 0 && copy === null);
      const { losses } = await askLost({ what: 'lost', limit: SOON, tapes: tapes.map(keyOf) }, context);
      const names = projectNames([...new Set(tapes.map(placeOf))]);
      const rows = new Map(tapes.map((tape) => [tape.id, tape]));
      const named = losses.flatMap(([id, found]) => {
        const tape = rows.get(id);
        if (tape === undefined || found === null) return [];
        const project = names.get(placeOf(tape)) ?? placeOf(tape);
        return [[{ tape: id, title: titleOf(tape), project, format: tape.format }, found] as const];
      });
      const sums = lostSumsOf(named, (time) => within(dayOf(quarterAt(time))));
      const unread = losses.filter(([, found]) => found === null).length;
      const left = Math.max(0, sums.sessions.length - limit);
      return { ...sums, sessions: sums.sessions.slice(0, limit), left, unread, looked: losses.length, of: tapes.length };
    },
  };
}
