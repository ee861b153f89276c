import { claudeCodeWiring } from './claude-code/wiring.ts';
import { codexWiring } from './codex/wiring.ts';
import { geminiWiring } from './gemini/wiring.ts';
import { opencodeWiring } from './opencode/wiring.ts';
import { piWiring } from './pi/wiring.ts';
import { qwenWiring } from './qwen/wiring.ts';
import type { Wiring } from './wiring.ts';

/** How each agent is run so that its requests are kept, by the id of its format. */
const WIRINGS: Readonly<Record<string, Wiring>> = {
  'claude-code': claudeCodeWiring,
  codex: codexWiring,
  gemini: geminiWiring,
  pi: piWiring,
  opencode: opencodeWiring,
  qwen: qwenWiring,
};

/** Ids of the agents whose requests can be kept. */
export const RECORDED: readonly string[] = Object.keys(WIRINGS);

/** Finds how to run a command by its name, without folder and `.exe`; null where no agent is called so. */
export function wiringOf(program: string): { agent: string; wiring: Wiring } | null {
  const name = program
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(exe|cmd)$/i, '');
  const [found] = Object.entries(WIRINGS).filter(([id, { programs }]) => id === program || programs.some((one) => one === name));
  return found ? { agent: found[0], wiring: found[1] } : null;
}

/** For a program that nobody listed: each address that some agent can be given, so that one of them may be its own. */
export function wiringOfAny(): Wiring {
  const all = Object.values(WIRINGS);
  return {
    programs: [],
    upstreams: (env) => Object.assign({}, ...all.map(({ upstreams }) => upstreams(env))),
    through: (base, env) => Object.assign({}, ...all.map(({ through }) => through(base, env))),
    changes: ['Base addresses of the known model APIs are the relay. A program that takes its address from elsewhere goes past it.'],
  };
}

/** Agents that can keep their requests by themselves: how their files are read. */
export const OWN_SWITCHES = Object.values(WIRINGS).flatMap(({ own }) => own ?? []);
