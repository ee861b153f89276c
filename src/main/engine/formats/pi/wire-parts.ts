import { asString } from '../json.ts';
import type { JsonObject } from '../values.ts';
import type { Said } from './said.ts';

export function isImage({ type }: JsonObject): boolean {
  return type === 'image';
}

/** False for a text of nothing but space, which no API takes. */
export function isSaid({ type, text }: JsonObject): boolean {
  return type !== 'text' || (asString(text) ?? '').trim() !== '';
}

/** The texts among some blocks. */
export function textsOf(content: readonly JsonObject[]): string[] {
  return content.flatMap(({ type, text }) => (type === 'text' ? (asString(text) ?? '') : []));
}

/** An image by its data, as a URL. */
export function dataUrl({ mimeType, data }: JsonObject): string {
  return `data:${asString(mimeType) ?? ''};base64,${asString(data) ?? ''}`;
}

/** Each message by itself, but results that follow each other together. */
export function inRuns(said: readonly Said[]): Said[][] {
  const runs: Said[][] = [];
  for (const one of said) {
    const last = runs.at(-1);
    if (one.role === 'toolResult' && last?.[0]?.role === 'toolResult') last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** In place of the words of a result that has none. */
export function wordsOf(content: readonly JsonObject[], none: string): string {
  return textsOf(content).join('\n') || (content.some(isImage) ? '(see attached image)' : none);
}
