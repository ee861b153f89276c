type Column = Uint8Array | Uint32Array | Float64Array;

const blank = <T extends Column>(like: T, length: number): T => {
  const Kind = like.constructor as new (length: number) => T;
  return new Kind(length);
};

/** A column with room for `length` values: the same one, or a copy of at least twice the size. */
export function withRoom<T extends Column>(column: T, length: number): T {
  if (column.length >= length) return column;
  const larger = blank(column, Math.max(length, column.length * 2, 256));
  larger.set(column as never);
  return larger;
}

/** `column` with `values` written from `at` on. What was before `at` is untouched, so older readers stay right. */
export function writeAt<T extends Column>(column: T, at: number, values: T): T {
  const target = withRoom(column, at + values.length);
  target.set(values as never, at);
  return target;
}
