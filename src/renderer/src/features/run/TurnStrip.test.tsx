// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RUN_BOUNDS, type Run } from '../../../../shared/model/run.ts';
import { draw } from '../../testing/desk.tsx';
import { TurnStrip } from './TurnStrip.tsx';

const NOW = 100_000;

test('a call that is under way has its own stretch in the strip, as long as it runs', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  onTestFinished(() => void vi.restoreAllMocks());
  const call = { id: 'c', tool: 'bash', about: 'npm test', state: 'running' as const, allowed: null, ms: null, waited: 0, why: null };
  const turn = { step: 1, within: null, state: 'calling' as const, text: '', cut: 0, entry: 3, calls: [call], usage: null, ms: null };
  const run: Run = {
    ...{ id: 'r', tape: 't', frame: 1, running: true, model: 'openai:m', policy: 'full', prompt: 'Test it', tools: ['bash'], waited: 0 },
    ...{ bounds: RUN_BOUNDS, began: NOW - 12_000, ended: null, since: NOW - 9000, unknown: 0, cost: null, turns: [turn], earlier: 0 },
    ...{ usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, ask: null, pause: null, stop: null, left: null, entries: [1, 3] },
  };
  draw(<TurnStrip run={run} />);
  expect((await screen.findByRole('listitem')).title).toBe('Turn 1: model 3 s, call 9 s');
});
