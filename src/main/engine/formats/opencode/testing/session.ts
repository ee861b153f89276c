import type { JsonObject } from '../../values.ts';

interface Tool {
  name: string;
  state: JsonObject;
}

/** What an answer holds. */
interface Said {
  text?: string;
  tool?: Tool;
}

const START = Date.UTC(2026, 0, 5, 9);

/** Draws a session of OpenCode event by event. `events` has all of them so far. */
export function session({ id = 'ses_main', parentID = null as string | null } = {}) {
  const events: JsonObject[] = [];
  let seq = 0;
  const stamp = (): number => START + seq * 1000;
  const event = (type: string, data: JsonObject): void => {
    events.push({ table: 'event', id: `evt_${seq}`, aggregate_id: id, seq, type, data: { sessionID: id, ...data } });
    seq += 1;
  };
  const next = (kind: string): string => `${kind}_${id}_${String(seq).padStart(4, '0')}`;
  const message = (info: JsonObject): void => event('message.updated.1', { info: { sessionID: id, ...info } });
  const part = (messageID: string, held: JsonObject): string => {
    const own = typeof held.id === 'string' ? held.id : next('prt');
    event('message.part.updated.1', { part: { sessionID: id, messageID, ...held, id: own }, time: stamp() });
    return own;
  };
  const about = (more: JsonObject): JsonObject => ({
    info: {
      id,
      parentID,
      directory: '/mill',
      title: 'New session - x',
      version: '1.18.0',
      time: { created: START, updated: stamp() },
      ...more,
    },
  });
  const asks = new Map<string, JsonObject>();
  const user = (text: string): string => {
    const own = next('msg');
    message({ id: own, role: 'user', time: { created: stamp() } });
    part(own, { type: 'text', text });
    return own;
  };
  const ask = (parent: string, more: JsonObject = {}): string => {
    const own = next('msg');
    const info = {
      id: own,
      role: 'assistant',
      parentID: parent,
      modelID: 'model-1',
      providerID: 'lab',
      time: { created: stamp() },
      ...more,
    };
    asks.set(own, info);
    message(info);
    return own;
  };
  const end = (own: string, more: JsonObject): void => {
    const info = asks.get(own) ?? {};
    message({ ...info, ...more, time: { created: stamp(), ...(info.time as JsonObject), completed: stamp() } });
  };
  const tool = (of: string, own: string, { name, state }: Tool): string =>
    part(of, { id: own, type: 'tool', callID: `call_${own}`, tool: name, state });
  const answer = (parent: string, said: Said, more: JsonObject = {}): { message: string; part: string } => {
    const own = ask(parent, more);
    part(own, { type: 'step-start' });
    const held = said.tool
      ? tool(own, next('prt'), said.tool)
      : part(own, { type: 'text', text: said.text ?? '', time: { start: stamp(), end: stamp() } });
    part(own, { type: 'step-finish', reason: 'stop', cost: 0.5, tokens: { input: 900, output: 9, cache: { read: 0, write: 0 } } });
    end(own, { finish: 'stop' });
    return { message: own, part: held };
  };
  const compaction = ({ tail }: { tail?: string }, summary: string): void => {
    const own = next('msg');
    message({ id: own, role: 'user', time: { created: stamp() } });
    part(own, { type: 'compaction', auto: false, ...(tail !== undefined && { tail_start_id: tail }) });
    answer(own, { text: summary }, { summary: true, mode: 'compaction' });
  };
  event('session.created.1', about({}));
  return {
    ...{ id, events, user, ask, end, tool, answer, compaction },
    revert: (messageID: string | null): void => event('session.updated.1', about(messageID === null ? {} : { revert: { messageID } })),
    remove: (messageID: string): void => event('message.removed.1', { messageID }),
  };
}
