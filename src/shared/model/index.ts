export * from './compare.ts';
export * from './entry.ts';
export * from './graph.ts';
export * from './native.ts';
export * from './residency.ts';
export * from './surgery.ts';
export * from './tape.ts';
export * from './view.ts';
