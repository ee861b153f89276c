import { count, formatDuration, formatMoment, formatNumber } from '../../ui/format.ts';
import { kindWord } from '../../ui/kinds.ts';
import { type Columns, isMissing, SIDECHAIN_STEP, SYNTHETIC_STEP } from './columns.ts';
import { LANE } from './lanes.ts';
import { latencyOf } from './latency.ts';
import { moreThan } from './search.ts';

const UNREAD = 'being read';

/** Recorded context of a step in words; what is not recorded is said, not guessed. */
const tokensOf = (held: Columns, step: number): string => {
  if (isMissing(held, step)) return UNREAD;
  const tokens = held.stepInput[step - 1] ?? Number.NaN;
  if (((held.stepTone[step - 1] ?? 0) & SYNTHETIC_STEP) !== 0) return 'no request was made';
  return Number.isNaN(tokens) ? 'no usage recorded' : `${count(tokens, 'token')} recorded`;
};

/** The flag of the playhead: "302 · 142,310". */
export function flagOf(held: Columns, step: number): string {
  const tokens = isMissing(held, step) ? Number.NaN : (held.stepInput[step - 1] ?? Number.NaN);
  return Number.isNaN(tokens) ? formatNumber(step) : `${formatNumber(step)} · ${formatNumber(tokens)}`;
}

/** The flag of the playhead at the next request: "next · ~8,398". */
export function nextFlag(tokens: number | null): string {
  return tokens === null ? 'next' : `next · ~${formatNumber(tokens)}`;
}

/** "step 302 of 412, 142,310 tokens recorded", for readers of the screen. */
export function stepWords(held: Columns, step: number): string {
  return `step ${formatNumber(step)} of ${formatNumber(held.steps)}, ${tokensOf(held, step)}`;
}

/** What is after the last step: "47 steps answered · then a handoff to verify · prompt #132 waits". */
export function readNext(held: Columns): string {
  const answered = held.steps === 0 ? 'no step yet' : `${count(held.steps, 'step')} answered`;
  if (held.missing.length > 0 && isMissing(held, held.entries)) return answered;
  const last = lastAnswer(held);
  const opened = held.bands.filter(({ from, derived }) => from > last && !derived).at(-1);
  const waiting = held.lanes.codes.subarray(last, held.entries).lastIndexOf(LANE.user);
  return joined([
    answered,
    opened && held.steps > 0 ? `then a handoff to ${opened.name}` : '',
    waiting >= 0 ? `prompt #${formatNumber(last + waiting + 1)} waits` : '',
  ]);
}

/** The last entry that a model wrote, 0 where there is none. */
const lastAnswer = (held: Columns): number => {
  for (let at = held.entries - 1; at >= 0; at--) {
    const code = held.lanes.codes[at];
    if (code === LANE.assistant || code === LANE.call || code === LANE.result) return at + 1;
  }
  return 0;
};

const timeOf = (time: number | undefined): string => (time === undefined || Number.isNaN(time) ? '' : formatMoment(time));

const side = (held: Columns, step: number): string => (((held.stepTone[step - 1] ?? 0) & SIDECHAIN_STEP) !== 0 ? 'of a sub-agent' : '');

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** One line about the step under the playhead. */
export function readStep(held: Columns, step: number): string {
  return joined([
    `step ${formatNumber(step)} of ${formatNumber(held.steps)}`,
    side(held, step),
    tokensOf(held, step),
    isMissing(held, step) ? '' : timeOf(held.stepTime[step - 1]),
    tookWords(held, step),
  ]);
}

/** "model 9 s, tools 120 ms"; what the log does not say is said to be unknown. */
const tookWords = (held: Columns, step: number): string => {
  const latency = latencyOf(held);
  if (latency === null || held.stepTone[step - 1] !== 0) return '';
  const [model, tools] = [latency.model, latency.tools].map((peaks) => peaks.levels[0]?.[step - 1] ?? Number.NaN);
  const worked = tools === undefined || Number.isNaN(tools) ? '' : `, tools ${formatDuration(tools)}`;
  return `model ${model === undefined || Number.isNaN(model) ? 'latency unknown' : formatDuration(model)}${worked}`;
};

const toneWords = ['', 'user', 'assistant', 'tool', 'system'];

/** One line about the entry under the pointer and the step it is written in. */
export function readEntry(held: Columns, seq: number): string {
  if (isMissing(held, seq)) return `#${seq} · ${UNREAD}`;
  const tone = held.tone[seq - 1] ?? 0;
  const kind = kindWord(held.kinds[held.kind[seq - 1] ?? 0] ?? 'entry', toneWords[tone & 7] || null);
  const step = moreThan(held.stepFirst, held.steps, seq);
  const where = step === 0 ? ['before the first step'] : [`step ${formatNumber(step)}`, side(held, step), tokensOf(held, step)];
  const turn = held.landmarks.turn.includes(seq) ? 'a turn begins' : '';
  return joined([`#${seq} ${kind}`, turn, (tone & 8) !== 0 ? 'failed' : '', ...where, timeOf(held.time[seq - 1])]);
}
