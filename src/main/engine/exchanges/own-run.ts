import { blockIn, type Line, type Message } from '../captures/lines.ts';
import { joined } from '../captures/pieces.ts';
import { nameOf } from '../formats/abouts.ts';
import type { Exchange } from '../formats/captured/exchange.ts';
import { bodyIn, joinOf, pathOf } from '../formats/captured/pair.ts';
import type { Json } from '../formats/format.ts';
import { asObject, asString, timeOf } from '../formats/json.ts';
import type { Held } from './held.ts';

/** What `tape record` kept of a run: lines with the blocks of all bodies, each once. */

type Blocks = Map<string, Buffer>;
type Asked = Line & { type: 'request' };

interface Run {
  by: string;
  tape: string | undefined;
  asked: Asked[];
  answers: Map<number, Line & { type: 'response' }>;
  told: Map<number, (Line & { type: 'message' })[]>;
}

/** The requests of a run, in the order in which they were sent; null where the bytes are no such run. */
export function heldInRun(bytes: Buffer): Held[] | null {
  const blocks: Blocks = new Map();
  let run: Run | null = null;
  for (const text of linesOf(bytes)) {
    const block = run === null ? null : blockOf(text);
    if (block !== null) blocks.set(block.digest, block.bytes);
    else {
      const line = parsed(text);
      if (run === null) {
        if (line?.type !== 'run') return null;
        run = { by: byOf(line), tape: line.tape, asked: [], answers: new Map(), told: new Map() };
      } else if (line !== null) take(run, line);
    }
  }
  if (run === null) return null;
  const { asked } = run;
  // What was sent again is known by its last time.
  const last = new Map(asked.map(({ id, join }) => [join?.run_id, id]));
  return asked.flatMap((one) => heldOf(run, last.get(one.join?.run_id) === one.id ? one : withoutRun(one), blocks));
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(10, from);
    const end = at < 0 ? bytes.length : at;
    yield bytes.toString('utf8', from, end);
    from = end + 1;
  }
}

/** A line that was torn is no block. */
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

const take = (run: Run, line: Line): void => {
  if (line.type === 'request') run.asked.push(line);
  else if (line.type === 'response') run.answers.set(line.id, line);
  else if (line.type === 'message') run.told.set(line.id, [...(run.told.get(line.id) ?? []), line]);
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
    join: { ...joinOf(asked.headers, answer?.headers), ...asked.join, ...(run.tape !== undefined && { tape: run.tape }) },
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
      ...{ path: pathOf(asked.url ?? ''), join: { ...joinOf(asked.headers), ...asked.join }, request, response: events, before: [] },
    };
  });
};
