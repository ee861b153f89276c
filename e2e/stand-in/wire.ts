export interface Wire {
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * What Electron's structured clone carries between processes, as text: JSON, typed arrays, and the values that JSON
 * loses. A function throws, as it does there. Written into the page as its own source: it must not use anything outside.
 */
export function createWire(): Wire {
  const columns: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = { Uint8Array, Int32Array, Uint32Array, Float64Array };
  const pack = (view: ArrayBufferView): string => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    let text = '';
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return btoa(text);
  };
  const unpack = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;

  const wrap = (value: unknown): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', Object.is(value, -0) ? '-0' : String(value)];
    if (value === undefined) return ['undefined'];
    if (typeof value !== 'object') throw new Error(`An object could not be cloned: ${typeof value}.`);
    if (ArrayBuffer.isView(value)) {
      const name = Object.keys(columns).find((key) => Object.prototype.toString.call(value) === `[object ${key}]`);
      if (name === undefined) throw new Error(`The stand-in does not carry ${Object.prototype.toString.call(value)}.`);
      return ['column', name, pack(value)];
    }
    if (Array.isArray(value)) return ['array', value.map(wrap)];
    if (value instanceof Error) return ['error', value.message];
    return ['object', Object.entries(value).map(([key, item]) => [key, wrap(item)])];
  };

  const unwrap = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [tag, first, second] = value;
    if (tag === 'undefined') return undefined;
    if (tag === 'number') return Number(first);
    if (tag === 'error') return new Error(first);
    if (tag === 'array') return first.map(unwrap);
    if (tag === 'object') return Object.fromEntries(first.map(([key, item]: [string, unknown]) => [key, unwrap(item)]));
    const Column = columns[first];
    if (Column === undefined) throw new Error(`The stand-in does not carry ${first}.`);
    return new Column(unpack(second));
  };

  return { encode: (value) => JSON.stringify(wrap(value)), decode: (text) => unwrap(JSON.parse(text)) };
}
