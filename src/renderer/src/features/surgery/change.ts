import type { SurgeryChange } from '../../../../shared/model/index.ts';

export type Op = SurgeryChange['op'];

/** What the fields of the dialog hold, as it was typed. */
export interface Typed {
  op: Op;
  at: string;
  from: string;
  to: string;
  keep: string;
  summary: string;
}

const whole = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 ? Number(text) : null);

/** The change that the fields ask for; null while one of them holds no number. */
export function changeOf({ op, at, from, to, keep, summary }: Typed): SurgeryChange | null {
  const [place, first, last, kept] = [at, from, to, keep].map(whole);
  if (op === 'fork-session') return place == null ? null : { op, at: place };
  if (op === 'drop-span') return first == null || last == null || last < first ? null : { op, from: first, to: last };
  if (kept == null) return null;
  return summary.trim() === '' ? { op, keep: kept } : { op, keep: kept, summary: summary.trim() };
}
