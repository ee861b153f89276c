import type { TokenCount, View } from './view.ts';

type Sized = Pick<View, 'step' | 'policy' | 'tokens' | 'expected'>;

/**
 * What the whole request of a view weighs, the one figure for it everywhere: as recorded where it was sent, as expected where it was not made yet, else its
 * blocks with the base that no policy leaves out.
 */
export function sizeOf({ step, policy, tokens, expected }: Sized): TokenCount {
  const { recorded, counted, estimated, base, events } = tokens;
  if (step !== null && policy === 'as-recorded' && recorded !== null) return { value: recorded, basis: 'recorded' };
  if (expected !== undefined) return { value: expected.tokens, basis: 'estimated' };
  const outside = Math.max(0, base ?? 0) > 0 ? Math.max(0, (base ?? 0) + (events ?? 0)) : 0;
  return { value: outside + counted + estimated, basis: estimated === 0 && outside === 0 ? 'counted' : 'estimated' };
}
