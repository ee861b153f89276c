import { langGraphServer } from './langgraph/server.ts';
import type { ServerShape } from './server.ts';

/** Programs that keep their sessions in a database server. */
export const servers: readonly ServerShape[] = [langGraphServer];
