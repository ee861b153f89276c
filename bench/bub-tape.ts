/** Entries of a phase: between two anchors of Bub, or two compactions of Claude Code. */
export const PHASE = 500;
export const TEXT = 'The retry moves to the outbox worker, which maps the codes in one place. '.repeat(6);

/** A tape of Bub, in which each message and result is `text`. */
export function* bubTape(phases: number, text = TEXT): Generator<object> {
  let id = 0;
  const entry = (kind: string, payload: object, run: string | null = null): object => ({
    ...{ id: ++id, kind, payload, meta: run === null ? {} : { run_id: run } },
    date: new Date(1_767_603_600_000 + id * 1000).toISOString(),
  });
  for (let phase = 0; phase < phases; phase += 1) {
    const name = phase === 0 ? 'session/start' : `phase-${phase}`;
    yield entry('anchor', { name, state: phase === 0 ? { owner: 'human' } : { summary: text } });
    for (let made = 1; made + 6 <= PHASE; made += 6) {
      const run = `run-${phase}-${made}`;
      const call = `call-${phase}-${made}`;
      yield entry('event', { name: 'loop.step.start', data: { step: 1 } });
      yield entry('message', { role: 'user', content: text }, run);
      yield entry(
        'tool_call',
        { calls: [{ id: call, type: 'function', function: { name: 'fs_read', arguments: '{"path":"a.ts"}' } }] },
        run,
      );
      yield entry('tool_result', { results: [text] }, run);
      yield entry('message', { role: 'assistant', content: text }, run);
      yield entry(
        'event',
        { name: 'run', data: { status: 'ok', model: 'qwen3-coder', usage: { prompt_tokens: 90_000, completion_tokens: 200 } } },
        run,
      );
    }
  }
}
