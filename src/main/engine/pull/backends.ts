import type { Backend } from './backend.ts';
import { langfuse } from './langfuse.ts';
import { phoenix } from './phoenix.ts';

/** Back ends that traces are pulled from. */
export const backends: readonly Backend[] = [langfuse, phoenix];
