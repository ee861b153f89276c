import { existsSync } from 'node:fs';
import type { View } from '../../shared/model/index.ts';
import { defaultHome } from '../engine/app/settings.ts';
import { capturesIn } from '../engine/captures/runs.ts';
import { CAPTURED } from '../engine/formats/abouts.ts';
import type { Session } from './session.ts';

/** Brings up to date what tape record has kept on this machine, if anything: requests of any session may be in there. */
export async function readCaptures(session: Session): Promise<void> {
  const folder = capturesIn(defaultHome());
  if (existsSync(folder)) await session.read([folder]);
}

/** A view that no request is held against. */
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
