import { existsSync } from 'node:fs';
import type { View } from '../../shared/model/index.ts';
import { verdictWords } from '../../shared/model/verdict.ts';
import type { Output } from '../../shared/rpc/contract.ts';
import { defaultHome } from '../engine/app/home.ts';
import { capturesIn } from '../engine/captures/runs.ts';
import { CAPTURED } from '../engine/formats/abouts.ts';
import { clean } from './format/clean.ts';
import { count, plural } from './format/number.ts';
import type { Proofs } from './residency.ts';
import type { Session } from './session.ts';

/** Brings up to date what tape record has kept on this machine, if anything: requests of any session may be in there. */
export async function readCaptures(session: Session): Promise<void> {
  const folder = capturesIn(defaultHome());
  if (existsSync(folder)) await session.read([folder]);
}

/** A view that no request is compared with. */
export const UNPROVEN = { source: null, equal: null, differs: null, onlySent: null, onlyDerived: null };

const hasCaptures = (open: Session): boolean => open.engine.catalog.list({ format: CAPTURED, limit: 1 }).total > 0;

/** What the request itself says of a context, where it was captured or recorded. */
export async function proven(open: Session, { tape, step, policy, evidence: { state } }: View) {
  const isAtHand = state === 'recorded' || hasCaptures(open);
  if (step === null || policy !== 'as-recorded' || !isAtHand)
    return { ...UNPROVEN, state, ...(state === 'recorded' && { source: 'the log itself' }) };
  const { captured: _tape, ...proof } = await open.call('evidence.step', { tape, step });
  return proof;
}

/** The same, with what a captured request like it began with, where its own was not captured. */
export async function provenOrLike(open: Session, view: View) {
  const proof = await proven(open, view);
  const { tape, step, policy } = view;
  if (step === null || policy !== 'as-recorded' || proof.equal !== null || !hasCaptures(open)) return proof;
  const base = await open.call('evidence.base', { tape, step });
  return base === null ? proof : { ...proof, base };
}

export type Proven = Awaited<ReturnType<typeof provenOrLike>>;

/** The same where anything was captured at all; null elsewhere, at the cost of one look. */
export async function provenIfCaptured(open: Session, view: View): Promise<Proven | null> {
  return hasCaptures(open) ? provenOrLike(open, view) : null;
}

/** What captured requests say of the steps of a tape, by step; none under another policy than the agent's own, of which nothing was sent. */
export async function provenSteps(open: Session, tape: string, policy: string): Promise<Proofs> {
  if (policy !== 'as-recorded' || !hasCaptures(open)) return new Map();
  const { steps, verified } = await open.call('evidence.differing', { tape });
  return new Map([...verified.map((step) => [step, 'verified'] as const), ...steps.map((step) => [step, 'differs'] as const)]);
}

/** What is known of the request of a view besides its log, in a line; none where nothing is. */
export function provenWords(proven: Proven | null): string[] {
  if (proven === null) return [];
  const verdict = verdictWords(proven);
  const inferred = 'inferred' in proven && proven.inferred !== undefined ? [clean(proven.inferred)] : [];
  if (verdict !== null) return [clean(verdict), ...inferred];
  if (!('base' in proven)) return [];
  const { base } = proven;
  const chars = base.tools.reduce((sum, tool) => sum + tool.chars, 0);
  const tools = base.tools.length === 0 ? 'no tools' : `${plural(base.tools.length, 'tool')} of ${plural(chars, 'character')}`;
  const prompt = base.system.blocks === 0 ? 'no system prompt' : `a system prompt of ${plural(base.system.chars, 'character')}`;
  return [`Probably as captured in “${clean(base.title)}”, step ${count(base.step)}: ${prompt}, ${tools}`];
}

/** Requests of a session without a step; none where nothing was captured, which costs one look. */
export async function apartFrom(open: Session, tape: string): Promise<Output<'evidence.apart'>> {
  return hasCaptures(open) ? open.call('evidence.apart', { tape }) : NOTHING;
}

/** No such requests. */
export const NOTHING: Output<'evidence.apart'> = { items: [], total: 0 };
