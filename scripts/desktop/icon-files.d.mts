type Pictures = ReadonlyMap<number, Uint8Array>;

export const icoOf: (pngs: Pictures) => Buffer;
export const icnsOf: (pngs: Pictures) => Buffer;
