import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { loadSettings, storeSettings } from '../../engine/app/settings.ts';
import { abouts } from '../../engine/formats/abouts.ts';
import { formatRows } from '../../engine/formats/rows.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';

const AGENT = abouts.find(({ own }) => !own)?.id;

const NOTES = [
  'AGENT is its id or name, as tape formats lists it. PLACE is one of its places, such as sessions; without it, all of them.',
  'The window and tape import without PATH follow this. A log can still be opened by its path.',
  'JSON holds {agent, places: [{name, path, on}]}.',
];

export const command: Declaration = {
  flags: [json],
  notes: NOTES,
  example: [`tape formats off ${AGENT}`, 'no longer looks for its sessions by itself'],
  run: (context) => turn(context, false),
};

export const on: Declaration = {
  flags: [json],
  notes: NOTES,
  example: [`tape formats on ${AGENT}`, 'looks for them again'],
  run: (context) => turn(context, true),
};

/** Says in the settings of all programs whether places of an agent are looked at. Their paths stay as they are. */
async function turn({ given, json, terminal }: Context, wanted: boolean): Promise<number | undefined> {
  const [agent = '', place] = given.operands;
  const home = defaultHome();
  const settings = loadSettings(home);
  const { id, roots } = rowNamed(formatRows({ settings }), agent);
  const meant = roots.filter(({ name }) => place === undefined || name === place);
  if (meant.length === 0) throw new TapeError('bad-input', nothingLike(agent, place, roots));
  const logs = { ...settings.logs };
  for (const root of meant) {
    const { off: _off, ...rest } = logs[root.id] ?? {};
    logs[root.id] = wanted ? rest : { ...rest, off: true };
    if (wanted && rest.path === undefined) delete logs[root.id];
  }
  storeSettings(home, { ...settings, logs });
  const ids = new Set(meant.map((root) => root.id));
  const places = roots.map(({ id: root, name, path, on: before }) => ({ name, path, on: ids.has(root) ? wanted : before }));
  if (json) terminal.json({ agent: id, places });
  else terminal.print(places.map((one) => `${one.on ? 'on ' : 'off'}  ${one.path}`));
  return undefined;
}

type Rows = ReturnType<typeof formatRows>;

function rowNamed(rows: Rows, agent: string): Rows[number] {
  const found = rows.find(({ id, name }) => [id, name.toLowerCase()].includes(agent.toLowerCase()));
  if (found) return found;
  throw new TapeError('bad-input', `No agent is called "${agent}"; tape formats lists them.`);
}

const nothingLike = (agent: string, place: string | undefined, roots: Rows[number]['roots']): string =>
  roots.length === 0
    ? `Nothing of ${agent} is found by itself: open its logs by their paths.`
    : `${agent} has no place called "${place}", but ${roots.map(({ name }) => name).join(', ')}.`;
