import { describe, expect, it } from 'vitest';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { entry } from '../../views/testing/session.ts';
import { scaleFor } from './models.ts';
import { estimate, estimateAnswers, fixedWeight, weigh } from './tokens.ts';

const scale = { charsPerToken: 2, prose: 2, call: 4, result: 2 };

describe('the scale of a model', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 2.8],
    ['claude-opus-4-20250514', 2.8],
    ['claude-opus-4-6[1m]', 2.8],
    ['claude-3-7-sonnet-20250219', 2.8],
    ['claude-haiku-4-5-20251001', 2.8],
    ['claude-opus-4-7', 2.2],
    ['anthropic:claude-opus-5', 2.2],
    ['qwen3-coder', 2.8],
    [null, 2.8],
  ])('%s has %s characters per token', (model, chars) => expect(scaleFor(model).charsPerToken).toBe(chars));
});

describe('an estimate', () => {
  const text = { kind: 'message', flags: 0, calls: [] };

  it('grows with the text and adds for calls and pictures', () => {
    const plain = estimate({ ...text, chars: 100 }, scale);
    expect(plain).toBe(54);
    expect(estimate({ ...text, chars: 200 }, scale)).toBe(104);
    expect(estimate({ ...text, chars: 100, calls: ['a', 'b'] }, scale)).toBe(25 + 4 + 120);
    expect(estimate({ ...text, chars: 100, flags: Flag.Media }, scale)).toBe(plain + 1600);
  });

  it.each(['claude-sonnet-4-5', 'claude-opus-4-7'])('takes more characters of prose than of results for a token of %s', (model) => {
    const [prose, call, result] = ['message', 'tool_call', 'tool_result'].map((kind) =>
      estimate({ ...text, kind, chars: 9000 }, scaleFor(model)),
    );
    expect(prose).toBeLessThan(call ?? 0);
    expect(call).toBeLessThan(result ?? 0);
  });

  it('is a placeholder for what was cleared, whatever it held', () => {
    expect(weigh(entry({ seq: 1, chars: 90_000 }), fixedWeight({ cleared: true }), 30_000, 45_000)).toEqual({
      value: 20,
      basis: 'estimated',
    });
  });

  it('is nothing for what the model’s server does not count, also where somebody counted it', () => {
    expect(weigh(entry({ seq: 1, chars: 900 }), fixedWeight({ uncounted: true }), 300, 450)).toEqual({ value: 0, basis: 'estimated' });
    expect(weigh(entry({ seq: 1, chars: 900 }), fixedWeight({}), 300, 450)).toEqual({ value: 300, basis: 'counted' });
  });
});

describe('the estimate of an answer', () => {
  const thinking = entry({ seq: 1, role: 'assistant', step: 1, chars: 0, flags: Flag.Thinking });
  const text = entry({ seq: 2, role: 'assistant', step: 1, chars: 100 });
  const shares = (rows: ReturnType<typeof entry>[], output: number | null) => [...estimateAnswers(rows, () => output, scale)];

  it('is what the log recorded as written, the hidden thinking getting the rest', () => {
    expect(shares([thinking, text], 500)).toEqual([
      [1, 446],
      [2, 54],
    ]);
  });

  it('is split by text where nothing was thought', () => {
    expect(shares([text, { ...text, seq: 3, chars: 204 }], 320)).toEqual([
      [2, 108],
      [3, 212],
    ]);
  });

  it('falls back to the text where the recording is missing or was cut off', () => {
    expect(shares([text], null)).toEqual([]);
    expect(shares([text], 3)).toEqual([]);
  });

  it('leaves everything but answers alone', () => {
    expect(shares([entry({ seq: 1 }), entry({ seq: 2, role: 'tool', step: 1 })], 500)).toEqual([]);
  });
});
