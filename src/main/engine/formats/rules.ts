import { ampRules } from './amp/context.ts';
import { atifRules } from './atif/context.ts';
import { bubRules } from './bub/context.ts';
import { chatlistRules } from './chatlist/context.ts';
import { claudeRules } from './claude-code/context.ts';
import { clineRules } from './cline/context.ts';
import { codexRules } from './codex/context.ts';
import type { Rules } from './context/rules.ts';
import { copilotRules } from './copilot/context.ts';
import { entireRules } from './entire/context.ts';
import { geminiRules } from './gemini/context.ts';
import { gooseRules } from './goose/context.ts';
import type { FormatId } from './index.ts';
import { inspectRules } from './inspectai/context.ts';
import { kimiRules } from './kimi/context.ts';
import { langGraphRules } from './langgraph/context.ts';
import { mappedRules } from './mapped/context.ts';
import { nativeRules } from './native/context.ts';
import { ohMyPiRules } from './oh-my-pi/context.ts';
import { openClawRules } from './openclaw/context.ts';
import { openCodeRules } from './opencode/context.ts';
import { openHandsRules } from './openhands/context.ts';
import { otelRules } from './otel/context.ts';
import { piRules } from './pi/context.ts';
import { qwenRules } from './qwen/context.ts';
import { rooRules } from './roo/context.ts';
import { sweAgentRules } from './swe-agent/context.ts';
import { tapeAgentsRules } from './tapeagents/context.ts';
import { wirelogRules } from './wirelog/context.ts';

/** The rules of each agent for what it sends. A format without a row here does not compile: nothing is read as "everything was sent". */
const RULES: Readonly<Record<FormatId, () => Rules>> = {
  'claude-code': () => claudeRules,
  native: () => nativeRules,
  bub: () => bubRules,
  pi: () => piRules,
  openclaw: () => openClawRules,
  'oh-my-pi': () => ohMyPiRules,
  codex: () => codexRules,
  gemini: () => geminiRules,
  copilot: () => copilotRules,
  qwen: () => qwenRules,
  kimi: () => kimiRules,
  otel: () => otelRules,
  wirelog: () => wirelogRules,
  chatlist: () => chatlistRules,
  entire: () => entireRules,
  opencode: () => openCodeRules,
  atif: () => atifRules,
  'swe-agent': () => sweAgentRules,
  tapeagents: () => tapeAgentsRules,
  amp: () => ampRules,
  roo: () => rooRules,
  cline: () => clineRules,
  goose: () => gooseRules,
  openhands: () => openHandsRules,
  langgraph: () => langGraphRules,
  inspectai: () => inspectRules,
  mapped: () => mappedRules,
};

const isKnown = (format: string): format is FormatId => Object.hasOwn(RULES, format);

/** The rules of a format, by its id. Throws for an id that no table has. */
export function rulesOf(format: string): Rules {
  if (!isKnown(format)) throw new Error(`no log format is called ${format}`);
  return RULES[format]();
}
