// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Provenance } from '../../../../shared/model/index.ts';
import { answersFor } from '../../../dev/answers.ts';
import type { Answers } from '../../../dev/fake-bridge.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { SourceInspector } from './SourceInspector.tsx';

const graph: Provenance = {
  ...{ tape: 'outbox', step: 412, evidence: { state: 'derived', rule: 'A rule.' }, policy: 'as-recorded' },
  ...{ total: 100, over: 0, recorded: true, groups: [{ group: 'files', tokens: 100, sources: 1 }] },
  sources: [
    {
      ...{ id: 'files:a.ts', group: 'files', name: 'a.ts', code: true, tone: 'result', tokens: 100, blocks: 2, joined: 0, absent: null },
      entry: 1200,
    },
  ],
  ...{ ways: [], places: [], flows: [], counts: { blocks: 2, sources: 1, omitted: 0, reasons: 0 } },
};
const block = { at: 1, entry: 1200, from: null, label: 'Read', tone: 'result', tokens: 50, way: 'tool Read', place: 'result' };
const facts = { call: null, prompt: null, path: 'a.ts', earlier: [], edited: [], stated: null };

const open = (answers: Answers) => {
  draw(<SourceInspector />, {
    answers: {
      'provenance.get': () => graph,
      'provenance.blocks': () => ({ items: [block], total: 1 }),
      'provenance.facts': () => facts,
      ...answers,
    },
  });
  act(() => useStore.getState().openTape('outbox'));
};

test('shows how a source begins before its blocks are known', async () => {
  open({ 'provenance.blocks': null });
  expect(await screen.findByText(/3 tests failed|not bold/)).toBeDefined();
  expect(screen.queryByText(/No entry holds its text/)).toBeNull();
});

test('says that the log has no words of a thought', async () => {
  const detail = answersFor('full')['entries.get'] as (input: { seq: number }) => object;
  open({ 'entries.get': ({ seq }) => ({ ...detail({ seq }), parts: [{ type: 'thinking', text: '' }] }) as never });
  expect(await screen.findByText('The log has no words of this thought.')).toBeDefined();
});

test('leads from a file that was not read before to every entry about it', async () => {
  open({});
  const link = await screen.findByRole('link', { name: 'find every entry about it' });
  expect(link.closest('dd')?.innerHTML).toContain('not before<br>');
});
