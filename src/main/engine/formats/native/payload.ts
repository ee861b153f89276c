import type { Json } from '../format.ts';

/**
 * What makes an entry of a native tape the same fact in another tape. Its digest (source/digest.ts) stands in the store's index, and the
 * window shows the same one.
 */
export function nativePayload(kind: Json, payload: Json): Json {
  return { kind, payload };
}
