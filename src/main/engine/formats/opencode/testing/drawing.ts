import type { Drawing, Turn, Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const START = Date.UTC(2026, 0, 5, 9);
const SESSION = 'ses_drawn1';

/** Writes events as OpenCode does: each state of a message and of a part is one. */
const write = (turns: readonly Turn[]): JsonObject[] => {
  const out: JsonObject[] = [];
  let ids = 0;
  const now = (): number => START + out.length * 1000;
  const id = (kind: string): string => `${kind}_${String(++ids).padStart(6, '0')}`;
  const event = (type: string, data: JsonObject): void => {
    const seq = out.length;
    out.push({ table: 'event', id: `evt_${seq}`, aggregate_id: SESSION, seq, type, data: { sessionID: SESSION, ...data } });
  };
  const message = (info: JsonObject): void => event('message.updated.1', { info: { sessionID: SESSION, ...info } });
  const part = (messageID: string, held: JsonObject): void =>
    event('message.part.updated.1', { part: { id: id('prt'), sessionID: SESSION, messageID, ...held }, time: now() });
  const ask = (held: JsonObject): string => {
    const user = id('msg');
    message({ id: user, role: 'user', time: { created: now() } });
    part(user, held);
    return user;
  };
  const answer = (parentID: string, more: JsonObject, used: Used | null, say: (of: string) => void): void => {
    const created = now();
    const info = { id: id('msg'), role: 'assistant', parentID, modelID: 'model-1', providerID: 'lab', ...more };
    message({ ...info, time: { created } });
    part(info.id, { type: 'step-start' });
    say(info.id);
    if (used !== null)
      part(info.id, {
        type: 'step-finish',
        reason: 'stop',
        tokens: { input: used.input, output: used.output, cache: { read: 0, write: 0 } },
      });
    message({ ...info, time: { created, completed: now() }, finish: 'stop' });
  };
  const text = (of: string, said: string): void => part(of, { type: 'text', text: said, time: { start: now(), end: now() } });
  const tool = (of: string, callID: string, state: JsonObject, prt: string): void =>
    part(of, { id: prt, type: 'tool', callID, tool: 'bash', state });
  event('session.created.1', {
    info: { id: SESSION, directory: '/mill', title: 'New session - now', version: '1.18.0', time: { created: START, updated: START } },
  });
  for (const { prompt, calls, answer: said, used, summary, strange } of turns) {
    const user = ask({ type: 'text', text: prompt });
    for (const { id: call, input, output, used: own } of calls)
      answer(user, {}, own, (of) => {
        const prt = id('prt');
        tool(of, call, { status: 'pending', input: {} }, prt);
        tool(of, call, { status: 'running', input: { command: input }, time: { start: now() } }, prt);
        tool(of, call, { status: 'completed', input: { command: input }, output, time: { start: now(), end: now() } }, prt);
      });
    answer(user, {}, used, (of) => text(of, said));
    if (strange !== null) event(drawing.strange, { says: strange });
    if (summary !== null)
      answer(ask({ type: 'compaction', auto: false }), { summary: true, mode: 'compaction' }, null, (of) => text(of, summary));
  }
  return out;
};

/** How sessions of OpenCode look. */
export const drawing: Drawing = {
  write,
  strange: 'aurora',
  asksForSummary: true,
  corpus: { globs: ['opencode-db/*.db', 'lab/opencode/*/log/*.db', 'opencode/*.json'], least: 37 },
};
