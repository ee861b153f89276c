import { expect, it } from 'vitest';
import { encodeFrame } from '../../shared/rpc/frames.ts';
import { writeTape } from '../engine/testing/files.ts';
import { opened } from './testing/opened.ts';

const PHASES = 2000;
/** Requests of a phase: with the compaction and its summary more than 65,536 entries in all. */
const REQUESTS = 16;

/** A session of Claude Code that was compacted again and again, with figures and words as real ones have them. */
const compactedSession = () => {
  let [made, parent]: [number, string | null] = [0, null];
  const record = (type: string, more: object) => {
    const uuid = `node-${++made}`;
    const common = { parentUuid: parent, isSidechain: false, type, uuid, timestamp: new Date(made * 1000).toISOString() };
    parent = uuid;
    return { ...common, sessionId: 'harbour', cwd: '/work', version: '2.1.100', ...more };
  };
  const usage = { input_tokens: 10, output_tokens: 120, cache_read_input_tokens: 90_000, cache_creation_input_tokens: 900 };
  const phase = (at: number) => [
    ...(at === 0
      ? []
      : [record('system', { parentUuid: null, subtype: 'compact_boundary', logicalParentUuid: parent, compactMetadata: META })]),
    ...(at === 0 ? [] : [record('user', { isCompactSummary: true, message: { role: 'user', content: SUMMARY } })]),
    ...Array.from({ length: REQUESTS }, () => [
      record('user', { message: { role: 'user', content: 'And the next lamp?' } }),
      record('assistant', {
        message: { id: `msg-${made}`, role: 'assistant', model: 'claude-opus-5', content: [{ type: 'text', text: 'It burns.' }], usage },
      }),
    ]).flat(),
  ];
  return Array.from({ length: PHASES }, (_, at) => phase(at)).flat();
};

const META = { trigger: 'auto', preTokens: 160_000 };
const SUMMARY = 'All lamps of the harbour burn, and their oil was filled up. '.repeat(20);

const bytesOf = (answer: unknown): number => {
  const { text, parts } = encodeFrame(answer);
  return Buffer.byteLength(text) + parts.reduce((sum, { length }) => sum + length, 0);
};

it('a tape with 2,000 anchors is drawn from a few hundred kilobytes, whatever its anchors hold', async () => {
  const { call } = await opened();
  const { tapes } = await call('library.open', { paths: [writeTape(compactedSession())] });
  const tape = tapes[0]?.id ?? '';
  const head = await call('tapes.get', { tape });
  expect(head.anchors).toHaveLength(PHASES);
  expect(bytesOf(head) / PHASES).toBeLessThan(72);
  const overview = await call('tapes.overview', { tape });
  expect(overview).toHaveProperty('block');
  const view = await call('views.assemble', { tape, step: head.tape.steps });
  const bytes = [head, overview, view].map(bytesOf);
  expect(bytes.reduce((sum, many) => sum + many)).toBeLessThan(600_000);
});

it('a short tape is drawn at once as it was recorded', async () => {
  const { call } = await opened();
  const { tapes } = await call('library.open', { paths: [writeTape(compactedSession().slice(0, 100))] });
  const tape = tapes[0]?.id ?? '';
  expect(await call('tapes.overview', { tape })).toEqual(await call('tapes.timeline', { tape }));
});
