import { count, formatMoment, formatNumber } from '../../ui/format.ts';
import { kindWord } from '../../ui/kinds.ts';
import { type Columns, SIDECHAIN_STEP, SYNTHETIC_STEP } from './columns.ts';
import { moreThan } from './search.ts';

/** Recorded context of a step in words; what is not recorded is said, not guessed. */
const tokensOf = (held: Columns, step: number): string => {
  const tokens = held.stepInput[step - 1] ?? Number.NaN;
  if (((held.stepTone[step - 1] ?? 0) & SYNTHETIC_STEP) !== 0) return 'no request was made';
  return Number.isNaN(tokens) ? 'no usage recorded' : `${count(tokens, 'token')} recorded`;
};

/** The flag of the playhead: "302 · 142,310". */
export const flagOf = (held: Columns, step: number): string => {
  const tokens = held.stepInput[step - 1] ?? Number.NaN;
  return Number.isNaN(tokens) ? formatNumber(step) : `${formatNumber(step)} · ${formatNumber(tokens)}`;
};

/** "step 302 of 412, 142,310 tokens recorded", for readers of the screen. */
export const stepWords = (held: Columns, step: number): string =>
  `step ${formatNumber(step)} of ${formatNumber(held.steps)}, ${tokensOf(held, step)}`;

const timeOf = (time: number | undefined): string => (time === undefined || Number.isNaN(time) ? '' : formatMoment(time));

const side = (held: Columns, step: number): string => (((held.stepTone[step - 1] ?? 0) & SIDECHAIN_STEP) !== 0 ? 'of a sub-agent' : '');

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** One line about the step under the playhead. */
export const readStep = (held: Columns, step: number): string =>
  joined([
    `step ${formatNumber(step)} of ${formatNumber(held.steps)}`,
    side(held, step),
    tokensOf(held, step),
    timeOf(held.stepTime[step - 1]),
  ]);

const toneWords = ['', 'user', 'assistant', 'tool', 'system'];

/** One line about the entry under the pointer and the step it is written in. */
export const readEntry = (held: Columns, seq: number): string => {
  const tone = held.tone[seq - 1] ?? 0;
  const kind = kindWord(held.kinds[held.kind[seq - 1] ?? 0] ?? 'entry', toneWords[tone & 7] || null);
  const step = moreThan(held.stepFirst, held.steps, seq);
  const where = step === 0 ? ['before the first step'] : [`step ${formatNumber(step)}`, side(held, step), tokensOf(held, step)];
  return joined([`#${seq} ${kind}`, (tone & 8) !== 0 ? 'failed' : '', ...where, timeOf(held.time[seq - 1])]);
};
