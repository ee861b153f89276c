import { asString } from '../json.ts';
import type { JsonObject } from '../values.ts';
import type { Said } from './said.ts';

export const isImage = ({ type }: JsonObject): boolean => type === 'image';

/** False for a text of nothing but space, which no API takes. */
export const isSaid = ({ type, text }: JsonObject): boolean => type !== 'text' || (asString(text) ?? '').trim() !== '';

/** The texts among some blocks. */
export const textsOf = (content: readonly JsonObject[]): string[] =>
  content.flatMap(({ type, text }) => (type === 'text' ? (asString(text) ?? '') : []));

/** An image by its data, as a URL. */
export const dataUrl = ({ mimeType, data }: JsonObject): string => `data:${asString(mimeType) ?? ''};base64,${asString(data) ?? ''}`;

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
export const wordsOf = (content: readonly JsonObject[], none: string): string =>
  textsOf(content).join('\n') || (content.some(isImage) ? '(see attached image)' : none);
