import { drawing as amp } from '../../formats/amp/testing/drawing.ts';
import { drawing as atif } from '../../formats/atif/testing/drawing.ts';
import { drawing as bub } from '../../formats/bub/testing/drawing.ts';
import { drawing as chatlist } from '../../formats/chatlist/testing/drawing.ts';
import { drawing as claudeCode } from '../../formats/claude-code/testing/drawing.ts';
import { drawing as cline } from '../../formats/cline/testing/drawing.ts';
import { drawing as codex } from '../../formats/codex/testing/drawing.ts';
import { drawing as copilot } from '../../formats/copilot/testing/drawing.ts';
import { drawing as entire } from '../../formats/entire/testing/drawing.ts';
import { drawing as gemini } from '../../formats/gemini/testing/drawing.ts';
import { drawing as goose } from '../../formats/goose/testing/drawing.ts';
import type { FormatId } from '../../formats/index.ts';
import { drawing as inspect } from '../../formats/inspectai/testing/drawing.ts';
import { drawing as kimi } from '../../formats/kimi/testing/drawing.ts';
import { drawing as langGraph } from '../../formats/langgraph/testing/drawing.ts';
import { drawing as mapped } from '../../formats/mapped/testing/drawing.ts';
import { drawing as native } from '../../formats/native/testing/drawing.ts';
import { drawing as ohMyPi } from '../../formats/oh-my-pi/testing/drawing.ts';
import { drawing as openClaw } from '../../formats/openclaw/testing/drawing.ts';
import { drawing as openCode } from '../../formats/opencode/testing/drawing.ts';
import { drawing as openHands } from '../../formats/openhands/testing/drawing.ts';
import { drawing as otel } from '../../formats/otel/testing/drawing.ts';
import { drawing as pi } from '../../formats/pi/testing/drawing.ts';
import { drawing as qwen } from '../../formats/qwen/testing/drawing.ts';
import { drawing as roo } from '../../formats/roo/testing/drawing.ts';
import { drawing as sweAgent } from '../../formats/swe-agent/testing/drawing.ts';
import { drawing as tapeAgents } from '../../formats/tapeagents/testing/drawing.ts';
import { drawing as wirelog } from '../../formats/wirelog/testing/drawing.ts';
import type { Drawing } from './drawing.ts';

/** How each format's sessions are drawn for the laws. A format without a row does not compile. */
export const DRAWINGS: Readonly<Record<FormatId, Drawing>> = {
  ...{
    'claude-code': claudeCode,
    native,
    bub,
    openclaw: openClaw,
    'oh-my-pi': ohMyPi,
    pi,
    codex,
    gemini,
    qwen,
    copilot,
    kimi,
    chatlist,
    entire,
    otel,
    wirelog,
    opencode: openCode,
  },
  ...{ amp, cline, roo, goose, openhands: openHands, langgraph: langGraph, inspectai: inspect },
  ...{ atif, 'swe-agent': sweAgent, tapeagents: tapeAgents, mapped },
};
