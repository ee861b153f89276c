import type { DatabaseShape } from './database.ts';
import { gooseTables } from './goose/tables.ts';
import { langGraphTables } from './langgraph/tables.ts';
import { openCodeTables } from './opencode/tables.ts';
import { tapeAgentsTables } from './tapeagents/tables.ts';

/** How each agent that keeps its sessions in a database lays it out. To add one: a row here, besides those that every format has. */
export function databases(): readonly DatabaseShape[] {
  return [openCodeTables, gooseTables, langGraphTables, tapeAgentsTables];
}

/** What a program keeps of its own requests, in a table of its database. */
export { ofPrompt, type PromptRow } from './tapeagents/prompts.ts';
