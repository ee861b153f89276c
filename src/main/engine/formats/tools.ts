import { tools as amp } from './amp/tools.ts';
import { tools as bub } from './bub/tools.ts';
import { tools as claudeCode } from './claude-code/tools.ts';
import { tools as cline } from './cline/tools.ts';
import { tools as codex } from './codex/tools.ts';
import { tools as copilot } from './copilot/tools.ts';
import { tools as gemini } from './gemini/tools.ts';
import { tools as goose } from './goose/tools.ts';
import { tools as kimi } from './kimi/tools.ts';
import { tools as openCode } from './opencode/tools.ts';
import { tools as openHands } from './openhands/tools.ts';
import { tools as pi } from './pi/tools.ts';
import { tools as qwen } from './qwen/tools.ts';
import { tools as roo } from './roo/tools.ts';
import type { Tools } from './tools/tool.ts';

/** What is known of the tools of an agent, by the id of its format. A format that is not here draws each call as its fields. */
export const tools: Readonly<Record<string, Tools | undefined>> = {
  amp,
  bub,
  'claude-code': claudeCode,
  cline,
  codex,
  copilot,
  gemini,
  goose,
  kimi,
  openclaw: pi,
  opencode: openCode,
  openhands: openHands,
  pi,
  qwen,
  roo,
};
