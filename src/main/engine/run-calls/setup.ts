import type { RunSetup, RunTool } from '../../../shared/model/run.ts';
import { asObject, asString } from '../formats/json.ts';
import type { Json } from '../formats/values.ts';
import { loadPrices } from '../prices/table.ts';
import { providersIn } from '../runs/endpoint.ts';
import { TOOLS } from '../runs/tools/box.ts';
import { serverNames } from '../runs/tools/given.ts';
import type { Tool } from '../runs/tools/tool.ts';
import { readConfig } from '../store/places.ts';
import type { RunDefaults, Tape } from '../store/types.ts';

/** Events that are looked through for models that were asked before. */
const EVENTS = 500;

/** What a run on a tape can be given: what the workspace says, what the environment has, what earlier runs used. */
export function setupOf(tape: Tape, home: string, env: NodeJS.ProcessEnv): Omit<RunSetup, 'run'> {
  const defaults = readConfig(tape.workspace.folder).run ?? {};
  const providers = providersIn(env, loadPrices(home));
  const used = modelsUsed(tape);
  const known = providers.flatMap(({ why, models }) => (why === null ? models : []));
  const own = defaults.model === undefined ? [] : [defaults.model];
  return {
    folder: tape.workspace.config.root,
    providers: providers.map(({ name, why }) => ({ name, why })),
    model: defaults.model ?? used[0] ?? null,
    models: [...new Set([...own, ...used, ...known])],
    tools: [...TOOLS.map((tool) => toolOf(tool, defaults)), ...serverNames(defaults).map((name) => serverTool(name, defaults))],
    chosen: [...TOOLS.map(({ allowed }) => allowed), ...serverNames(defaults)].filter((name) => isChosen(name, defaults.tools ?? [])),
  };
}

const isChosen = (name: string, tools: readonly string[]): boolean =>
  tools.includes(name) || (name.startsWith('tape.') && tools.includes('tape.*'));

/** Characters of a token, about. */
const CHARS = 4;

const toolOf = ({ allowed: name, asks, ...spec }: Tool, { allow = [], deny = [] }: RunDefaults): RunTool => ({
  ...{ name, asks, description: spec.description },
  tokens: Math.ceil(JSON.stringify([spec.name, spec.description, spec.parameters]).length / CHARS),
  remembered: deny.includes(name) ? 'never' : asks && allow.includes(name) ? 'always' : null,
  rules: allow.filter((rule) => rule.startsWith(`${name}:`)),
});

/** All tools of an MCP server, which is not started to look. What it remembers is about single tools of it. */
const serverTool = (name: string, { allow = [], deny = [] }: RunDefaults): RunTool => ({
  ...{ name, asks: true, tokens: 0, description: 'The tools of an MCP server, which is started with the run.' },
  remembered: deny.includes(name) ? 'never' : null,
  rules: [...allow, ...deny].filter((rule) => rule.startsWith(`${name}.`)),
});

/** The models of earlier runs, the newest first. */
const modelsUsed = (tape: Tape): string[] =>
  tape
    .entries({ kind: 'event', limit: EVENTS })
    .toReversed()
    .flatMap(({ payload }) => {
      const { name, data } = asObject(payload as Json) ?? {};
      return name === 'loop.start' ? (asString(asObject(data)?.model) ?? []) : [];
    })
    .filter((model, at, all) => all.indexOf(model) === at);
