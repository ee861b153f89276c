import { hash } from 'node:crypto';
import { plainPath } from './packed.ts';

const digest = (text: string | Uint8Array): string => hash('sha256', text);

/** Public id of the tape in the file `path` (a real path): the same after the catalog was thrown away, and whether the file is compressed or not. */
export function tapeId(path: string): string {
  return digest(plainPath(path)).slice(0, 12);
}

/** Formats cut long prompts in their facts, so only the beginning is compared. */
const PROMPT_CHARS = 1900;

/** Hash of a prompt, to find the call that handed it to a sub-agent; null for no prompt. */
export function promptHash(prompt: string | undefined): string | null {
  return prompt === undefined || prompt.trim() === '' ? null : digest(prompt.slice(0, PROMPT_CHARS).trim()).slice(0, 16);
}

/** Witness of a run of source bytes. */
export function witness(bytes: Uint8Array | string): string {
  return digest(bytes).slice(0, 32);
}
