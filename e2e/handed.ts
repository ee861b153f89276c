/** A Bub tape drawn small: three phases, a state that cites its sources, one of which is not there, and one run in each phase. */
export function handed(): string[] {
  const lines: string[] = [];
  const add = (kind: string, payload: object, meta: object = {}): void => {
    const id = lines.length + 1;
    lines.push(JSON.stringify({ id, kind, payload, meta, date: new Date(Date.UTC(2026, 0, 5, 9, id)).toISOString() }));
  };
  const run = (name: string, prompt: string, path: string, content: string, answer: string): void => {
    const meta = { run_id: name };
    add('event', { name: 'loop.step.start', data: { step: 1, prompt } });
    add('system', { content: 'You keep a boat.' }, meta);
    add('message', { role: 'user', content: prompt }, meta);
    add(
      'tool_call',
      { calls: [{ id: `call_${name}`, type: 'function', function: { name: 'fs_read', arguments: JSON.stringify({ path }) } }] },
      meta,
    );
    add('tool_result', { results: [content] }, meta);
    add('message', { role: 'assistant', content: answer }, meta);
    add(
      'event',
      {
        name: 'run',
        data: {
          status: 'ok',
          usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
          model: 'qwen3-coder',
          provider: 'local',
        },
      },
      meta,
    );
  };
  add('anchor', { name: 'session/start', state: { owner: 'human' } });
  run(
    'r1',
    'Which paint does the hull need?',
    'hull.md',
    'The hull is larch and wants linseed oil, never varnish.',
    'Linseed oil. Varnish would crack on larch.',
  );
  const state = {
    phase: 'painting',
    summary: 'The hull is larch and wants linseed oil [6]. Varnish is out. The mast was measured [977].',
    next_steps: ['Sand the hull', 'Oil it twice'],
    source_ids: [6, 7, 977],
    owner: 'agent',
  };
  add('anchor', { name: 'painting', state });
  run('r2', 'Sand it, then oil it.', 'hull.md', 'The hull is larch and wants linseed oil, never varnish.', 'Sanded and oiled once.');
  add('anchor', {
    name: 'launch',
    state: { ...state, phase: 'launch', summary: 'Oiled once [15].', next_steps: ['Oil it again', 'Launch'], source_ids: [15] },
  });
  run('r3', 'Is it dry?', 'weather.md', 'Two dry days.', 'It is dry. Launch tomorrow.');
  return lines;
}

export const HANDED = '.bub/tapes/0123456789abcdef__fedcba9876543210.jsonl';

/** A Bub tape whose one handoff has a text of pages and a list of thousands. */
export function many(): string[] {
  const state = {
    summary: `${'The planks were counted. '.repeat(104)}the very end.`,
    planks: Array.from({ length: 3000 }, (_, at) => `plank ${at}`),
  };
  const lines = [
    ['anchor', { name: 'many', state }],
    ['message', { role: 'user', content: 'How many planks are there?' }],
    ['message', { role: 'assistant', content: 'Three thousand.' }],
  ];
  return lines.map(([kind, payload], at) =>
    JSON.stringify({
      id: at + 1,
      kind,
      payload,
      meta: at === 0 ? {} : { run_id: 'r1' },
      date: new Date(Date.UTC(2026, 0, 6, 9, at)).toISOString(),
    }),
  );
}

export const MANY = '.bub/tapes/1111111111111111__2222222222222222.jsonl';
