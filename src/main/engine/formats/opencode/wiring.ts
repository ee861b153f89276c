import { bodyIn } from '../captured/pair.ts';
import { asList, asObject } from '../json.ts';
import { FOLDER, readListed } from '../listed-bodies.ts';
import type { Wiring } from '../wiring.ts';
import { PLUGIN } from './record-plugin.ts';

const CONFIG = 'OPENCODE_CONFIG_CONTENT';

/** Settings in the environment, with one more plugin; those that are no JSON are left alone. */
const configWith = (path: string, before: string | undefined): Record<string, string> => {
  const config = asObject(bodyIn(before?.trim() || '{}'));
  return config === null ? {} : { [CONFIG]: JSON.stringify({ ...config, plugin: [...asList(config.plugin), `file://${path}`] }) };
};

export const opencodeWiring: Wiring = {
  programs: ['opencode'],
  // Where its requests go is in its own settings.
  upstreams: () => ({}),
  through: () => ({}),
  changes: ['OpenCode takes its addresses from its own settings: no request goes through the relay.'],
  own: {
    by: 'OpenCode (a plugin of Tapescope)',
    env: (folder) => ({ [FOLDER]: folder }),
    changes: ['A plugin was loaded into OpenCode, which wrote down the bodies that passed: headers are not kept.'],
    given: { name: 'record-plugin.mjs', text: PLUGIN, env: (path, env) => configWith(path, env[CONFIG]) },
    read: readListed,
  },
};
