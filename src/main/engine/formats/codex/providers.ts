import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A provider with an address of its own, as `config.toml` of Codex names it. */
export interface Provider {
  name: string;
  /** Its part of the relay's path. */
  word: string;
  base: string;
}

/** The table that a line of TOML opens, of which only the providers are looked at. */
const TABLE = /^\s*\[\s*model_providers\s*\.\s*(?:"([^"\\]+)"|'([^']+)'|([\w-]+))\s*\]\s*(?:#.*)?$/;
const ANY_TABLE = /^\s*\[/;
const BASE = /^\s*base_url\s*=\s*(?:"([^"\\]+)"|'([^']+)')\s*(?:#.*)?$/;

/** Providers of a configuration with the address that each has. A name that no option of the command can spell is left out. */
function providersIn(toml: string): Provider[] {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of toml.split(/\r?\n/)) {
    const table = TABLE.exec(line);
    if (table !== null) name = table[1] ?? table[2] ?? table[3];
    else if (ANY_TABLE.test(line)) name = undefined;
    const base = BASE.exec(line);
    const url = base?.[1] ?? base?.[2];
    if (name !== undefined && url !== undefined && /^[\w-]+$/.test(name) && URL.canParse(url)) found.set(name, url);
  }
  return [...found].map(([of, base], at) => ({ name: of, word: `provider-${at + 1}`, base }));
}

/** Those in the user's own configuration; none where it cannot be read. */
export function ownProviders(env: NodeJS.ProcessEnv): Provider[] {
  try {
    return providersIn(readFileSync(join(env.CODEX_HOME ?? join(env.HOME ?? homedir(), '.codex'), 'config.toml'), 'utf8'));
  } catch {
    return [];
  }
}
