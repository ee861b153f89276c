import { blockIn, type Line, type Message } from '../captures/lines.ts';
import { joined } from '../captures/pieces.ts';
import { nameOf } from '../formats/abouts.ts';
import type { Exchange } from '../formats/captured/exchange.ts';
import { bodyIn, joinOf, pathOf } from '../formats/captured/pair.ts';
import type { Json } from '../formats/format.ts';
import { asObject, asString, timeOf } from '../formats/json.ts';
import type { Held, HeldLines } from './held.ts';

/** What `tape record` kept of a run: lines with the blocks of all bodies, each once. */

type Blocks = Map<string, Buffer>;
type Asked = Line & { type: 'request' };

interface Run {
  by: string;
  /** What is known of all of its requests. */
  ids: Record<string, string>;
  asked: Asked[];
  answers: Map<number, Line & { type: 'response' }>;
  told: Map<number, (Line & { type: 'message' })[]>;
}

/** The lines of a run, by the first of them; null where it begins no run. Its requests are in the order in which they were sent. */
export function linesOfRun(first: Buffer): HeldLines | null {
  const begin = parsed(first.toString('utf8'));
  if (begin?.type !== 'run') return null;
  const run: Run = { by: byOf(begin), ids: idsOf(begin), asked: [], answers: new Map(), told: new Map() };
  const blocks: Blocks = new Map();
  const made = createMade();
  return {
    take(bytes) {
      const text = bytes.toString('utf8');
      const block = blockOf(text);
      if (block !== null) blocks.set(block.digest, block.bytes);
      else take(run, parsed(text));
    },
    held() {
      // What was sent again is known by its last time.
      const last = new Map(run.asked.map(({ id, join }) => [join?.run_id, id]));
      return run.asked.flatMap((one) => {
        const isLast = last.get(one.join?.run_id) === one.id;
        const of = [isLast, run.answers.get(one.id), run.told.get(one.id)?.length];
        return made(one, of, () => heldOf(run, isLast ? one : withoutRun(one), blocks));
      });
    },
  };
}

/** What a request holds is made once, and again where more of it came. */
const createMade = () => {
  const known = new Map<Asked, { of: readonly unknown[]; held: Held[] }>();
  return (asked: Asked, of: readonly unknown[], make: () => Held[]): Held[] => {
    const before = known.get(asked);
    if (before?.of.every((one, at) => one === of[at])) return before.held;
    const held = make();
    known.set(asked, { of, held });
    return held;
  };
};

/** A line that was torn is not a block. */
const blockOf = (text: string): ReturnType<typeof blockIn> => {
  try {
    return blockIn(text);
  } catch {
    return null;
  }
};

const parsed = (text: string): Line | null => {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
};

/** What an export of captured requests names in the place of a program. */
export const EXPORT = 'an export of captured requests';

const byOf = ({ way, agent, program }: Line & { type: 'run' }): string =>
  program === EXPORT || way === 'run'
    ? program
    : `tape record (${way === 'own' && agent !== null ? `the switch of ${nameOf(agent)}` : `a relay for ${program}`})`;

/** The tape that sent them; of an agent that ran, which it is and where. */
const idsOf = ({ way, program, tape, agent, cwd }: Line & { type: 'run' }): Record<string, string> => ({
  ...(tape !== undefined && { tape }),
  ...(way !== 'run' && program !== EXPORT && { ...(agent !== null && { agent }), ...(cwd !== '' && { cwd }) }),
});

const take = (run: Run, line: Line | null): void => {
  if (line === null) return;
  if (line.type === 'request') run.asked.push(line);
  else if (line.type === 'response') run.answers.set(line.id, line);
  else if (line.type === 'message') {
    const told = run.told.get(line.id);
    if (told === undefined) run.told.set(line.id, [line]);
    else told.push(line);
  }
};

const withoutRun = (asked: Asked): Asked => {
  const { run_id: _, ...join } = asked.join ?? {};
  return { ...asked, join };
};

const textOf = (body: Message['body'], blocks: Blocks): Json => {
  const whole = joined(body, blocks);
  return whole === null ? null : bodyIn(whole.toString('utf8'));
};

const heldOf = (run: Run, asked: Asked, blocks: Blocks): Held[] => {
  const told = run.told.get(asked.id);
  if (told !== undefined) return socketHeld(run, asked, told, blocks);
  const answer = run.answers.get(asked.id);
  const at = timeOf(asked.at);
  const load = (): Exchange => ({
    ...{ at, ended: at !== null && typeof answer?.ms === 'number' ? Math.round(at + answer.ms) : null, method: asked.method, by: run.by },
    ...{ path: pathOf(asked.url ?? ''), status: answer?.status ?? null },
    join: { ...joinOf(asked.headers, answer?.headers), ...asked.join, ...run.ids },
    request: textOf(asked.body, blocks),
    response: answer === undefined ? null : textOf(answer.body, blocks),
    before: [],
  });
  return [load];
};

/** Through a WebSocket each message of the agent is a request, and those of the server until its next one are the answer. */
const socketHeld = (run: Run, asked: Asked, told: (Line & { type: 'message' })[], blocks: Blocks): Held[] => {
  const turns: { at: string; sent: Message['body']; received: Message['body'][] }[] = [];
  for (const { at, from, body } of told) {
    if (from === 'agent') turns.push({ at, sent: body, received: [] });
    else turns.at(-1)?.received.push(body);
  }
  return turns.map(({ at, sent, received }) => () => {
    const events = received.map((body) => textOf(body, blocks));
    const request = textOf(sent, blocks);
    return {
      ...{ at: timeOf(at), ended: null, method: asString(asObject(request)?.type) ?? asked.method, by: run.by, status: null },
      ...{
        path: pathOf(asked.url ?? ''),
        join: { ...joinOf(asked.headers), ...asked.join, ...run.ids },
        request,
        response: events,
        before: [],
      },
    };
  });
};
