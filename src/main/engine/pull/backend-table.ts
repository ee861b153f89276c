import type { Backend } from './backend.ts';
import { langfuse } from './langfuse.ts';
import { phoenix } from './phoenix.ts';
import { postgres } from './postgres/backend.ts';

/** Back ends that traces and sessions are pulled from. */
export const backends: readonly Backend[] = [langfuse, phoenix, postgres];
