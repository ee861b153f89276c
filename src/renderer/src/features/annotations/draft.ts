import type { Annotation, AnnotationTarget, Policy } from '../../../../shared/model/index.ts';

/** What may be annotated from where the reader is. */
export type About = 'entry' | 'block' | 'span';

/** An annotation as it is being written; numbers are still text. */
export interface Draft {
  id: string | null;
  text: string;
  label: string;
  about: About;
  from: string;
  to: string;
}

export interface Standing {
  seq: number | null;
  step: number | null;
  policy: Policy;
}

export function emptyDraft(seq: number | null): Draft {
  return {
    id: null,
    text: '',
    label: '',
    about: 'entry',
    from: String(seq ?? ''),
    to: String(seq ?? ''),
  };
}

export function draftOf({ id, text, label, target }: Annotation): Draft {
  const [from, to] = target.type === 'span' ? [target.from, target.to] : [target.seq, target.seq];
  return { id, text, label: label ?? '', about: target.type, from: String(from), to: String(to) };
}

const ordinal = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text) : null);

/** The target of a draft, or what is wrong with it. `before` is the target of the annotation that is being changed. */
export function targetOf(
  draft: Draft,
  { seq, step, policy }: Standing,
  entries: number,
  before: AnnotationTarget | null,
): { ok: true; value: AnnotationTarget } | { ok: false; error: string } {
  if (before?.type === 'block' && draft.about === 'block') return { ok: true, value: before };
  if (draft.about === 'span') {
    const [from, to] = [ordinal(draft.from), ordinal(draft.to)];
    if (from === null || to === null) return { ok: false, error: 'From and to are numbers of entries.' };
    if (Math.max(from, to) > entries) return { ok: false, error: `This tape has ${entries} entries.` };
    return { ok: true, value: { type: 'span', from: Math.min(from, to), to: Math.max(from, to) } };
  }
  const about = before === null || before.type === 'span' ? (ordinal(draft.from) ?? seq) : before.seq;
  if (about === null) return { ok: false, error: 'Select an entry first.' };
  if (draft.about === 'entry' || step === null) return { ok: true, value: { type: 'entry', seq: about } };
  return { ok: true, value: { type: 'block', seq: about, step, policy } };
}

/** "#12", "#12 to #15", "#12 in the context of step 4". */
export function targetWords(target: AnnotationTarget): string {
  if (target.type === 'span') return `#${target.from} to #${target.to}`;
  return `#${target.seq}${target.type === 'block' ? ` in step ${target.step}` : ''}`;
}

export function firstOf(target: AnnotationTarget): number {
  return target.type === 'span' ? target.from : target.seq;
}
