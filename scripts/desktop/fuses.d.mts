import type { PackContext } from './config.mjs';

export const burnFuses: (path: string, fuses: Readonly<Record<string, boolean>>) => Promise<void>;
export const packedBinary: (context: PackContext) => string;
