export * from './compare.ts';
export * from './entry.ts';
export * from './native.ts';
export * from './residency.ts';
export * from './tape.ts';
export * from './view.ts';
