import type { Json } from '../format.ts';

/**
 * What makes an entry of a native tape the same fact in another tape. Its digest (formats/digest.ts) is in the store's index, and the
 * window shows the same one.
 */
export function nativePayload(kind: Json, payload: Json): Json {
  return { kind, payload };
}
