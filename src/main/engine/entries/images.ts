import { randomUUID } from 'node:crypto';
import type { ImageType, Part } from '../../../shared/model/index.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { isObject } from '../formats/json.ts';
import { imageFacts } from './image-facts.ts';

/** Base64 data of a record, with the type that the log gives it. */
interface Payload {
  readonly type: string;
  readonly data: string;
}

/** A copy of a record in which each image is a short mark, so that no text row carries its bytes. */
export interface Detached {
  readonly record: Json;
  readonly payloads: readonly Payload[];
}

/** How deep a record is looked into: hostile logs nest deeper than the stack. */
const DEPTH = 60;
/** Base64 shorter than this stays where it is: it is not a picture, and no burden. */
const SHORTEST = 40;
/** Bytes of the largest image that is drawn, and its pixels: a small file can unpack into gigabytes. */
const MOST_BYTES = 12_000_000;
const MOST_PIXELS = 50_000_000;
/** The header is in the first bytes; a camera puts a preview image of up to 64 kB before it. */
const HEAD_CHARS = 200_000;

let drawn = '';
/** No text of a log can hold a mark that is drawn again by each process. */
const nonce = (): string => {
  drawn ||= randomUUID();
  return drawn;
};
const markOf = (index: number): string => `[image ${index} ${nonce()}]`;
const marks = (): RegExp => new RegExp(`\\[image (\\d+) ${nonce()}\\]`, 'g');

const DATA_URL = /data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]{40,}={0,2})/g;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** Takes images out of a record: data URLs anywhere, and `{type: "base64", media_type, data}` of Anthropic's API. */
export function detach(record: Json): Detached {
  const payloads: Payload[] = [];
  const put = (type: string, data: string): string => {
    payloads.push({ type, data });
    return markOf(payloads.length - 1);
  };
  const copyText = (text: string): string =>
    text.includes(';base64,') ? text.replace(DATA_URL, (_, type: string, data: string) => put(type, data)) : text;
  const copyObject = (value: JsonObject, depth: number): JsonObject => {
    const data = typeof value.data === 'string' && value.type === 'base64' && value.data.length >= SHORTEST ? value.data : null;
    const type = typeof value.media_type === 'string' ? value.media_type : 'media';
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, data !== null && key === 'data' ? put(type, data) : copy(inner, depth - 1)]),
    );
  };
  const copy = (value: Json, depth: number): Json => {
    if (typeof value === 'string') return copyText(value);
    if (depth === 0 || typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? value.map((item) => copy(item, depth - 1)) : copyObject(value, depth);
  };
  return { record: copy(record, DEPTH), payloads };
}

/** Whether it is worth looking: most records hold no base64 at all. */
export function mayHoldImages(text: string): boolean {
  return text.includes('base64');
}

/** A line of a list without the bytes of images in it. */
export function withoutImages(preview: string): string {
  return preview.includes(';base64,') ? preview.replace(/data:(image\/[a-z0-9.+-]+);base64,[A-Za-z0-9+/]{20,}={0,2}/g, '($1)') : preview;
}

/** Parts drawn from a detached record, each mark as an image of its own after the part that it was in. */
export function withImages(parts: readonly Part[], payloads: readonly Payload[]): Part[] {
  if (payloads.length === 0) return [...parts];
  return parts.flatMap((part) => {
    const found = [...part.text.matchAll(marks())].map(([, index]) => Number(index));
    if (found.length === 0) return [part];
    const images = found.map((index) => imagePart(index, payloads[index]));
    const text = part.text.replace(marks(), (_, index: string) => `(${payloads[Number(index)]?.type ?? 'image'})`);
    // Nothing but the envelope of the image is left, and its bytes say the rest.
    const bare = part.type === 'image' || (part.type === 'json' && text.length < 200);
    return bare ? images : [{ ...part, text }, ...images];
  });
}

const imagePart = (index: number, payload: Payload | undefined): Part => {
  const type = payload?.type ?? 'image';
  const bytes = Math.floor(((payload?.data.replace(/=+\s*$/, '').length ?? 0) * 3) / 4);
  const size = `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en-GB')} kB`;
  const said = (text: string): Part => ({ type: 'image', name: type, text });
  if (payload === undefined || !BASE64.test(payload.data.slice(0, 1000))) return said('The log has no image data here.');
  if (!type.startsWith('image/')) return said(`${type}, ${size}. Only images are drawn.`);
  const facts = imageFacts(Buffer.from(payload.data.slice(0, HEAD_CHARS), 'base64'));
  if (facts === null) return said(`${type}, ${size}. Its bytes are not those of a PNG, JPEG, GIF or WebP image, so it is not drawn.`);
  if (bytes > MOST_BYTES || facts.width * facts.height > MOST_PIXELS)
    return said(`${facts.type}, ${facts.width} × ${facts.height}, ${size}. It is too large to be drawn.`);
  return { type: 'image', name: facts.type, text: '', image: { at: index, bytes, ...facts } };
};

/** An image by its place in its record, as `Part.image.at` names it. Null for any other number, and for what is not drawn. */
export function imageAt(record: Json, at: number): { type: ImageType; data: string } | null {
  if (!isObject(record)) return null;
  const payload = detach(record).payloads[at];
  const { image } = imagePart(at, payload);
  return payload === undefined || image === undefined ? null : { type: image.type, data: payload.data.replaceAll(/\s/g, '') };
}
