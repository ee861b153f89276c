import { checkPolicyName, formatPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import type { NamedPolicy } from '../../../shared/model/view.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { changeConfig } from '../store/config.ts';
import { readConfig } from '../store/places.ts';

type Names = Readonly<Record<string, string>>;
type Needs = Pick<Engine, 'catalog' | 'settings' | 'saveSettings'>;

/** The folder of the workspace that a native tape is in; null for other tapes, whose policies are in the settings. */
const workspaceOf = ({ catalog }: Pick<Engine, 'catalog'>, tape: string | undefined): string | null => {
  return tape === undefined ? null : (catalog.tape(tape).native?.workspace ?? null);
};

const inWorkspace = (folder: string | null): Names => (folder === null ? {} : (readConfig(folder).policies ?? {}));

/** The policies that can be asked for by name of a tape: those of its workspace, then those of the settings. */
export function namedPolicies(engine: Needs, tape: string | undefined): NamedPolicy[] {
  const [own, others] = [inWorkspace(workspaceOf(engine, tape)), engine.settings().policies];
  const items = (names: Names, where: NamedPolicy['where']): NamedPolicy[] =>
    Object.entries(names).map(([name, line]) => ({ name, line, where }));
  const hidden = (name: string): boolean => Object.hasOwn(own, name);
  return [...items(own, 'workspace'), ...items(others, 'settings').filter(({ name }) => !hidden(name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** The line of a policy with its name spelled out. Throws TapeError('not-found') for a name that nobody gave. */
export function spelledOut(engine: Needs, tape: string | undefined, line: string): string {
  const named = (name: string): string | undefined => namedPolicies(engine, tape).find((one) => one.name === name)?.line;
  return formatPolicy(parsePolicy(line, named));
}

/** Saves a line under a name, where policies of this tape belong. Throws TapeError('bad-input') for a name or line that is none. */
export function savePolicy(engine: Needs, tape: string | undefined, name: string, line: string): void {
  // A name in the line is spelled out, so that the one does not change with the other.
  const whole = spelledOut(engine, tape, line);
  change(engine, workspaceOf(engine, tape), (names) => ({ ...names, [checkPolicyName(name)]: whole }));
}

/** Forgets a name. Throws TapeError('not-found') where it is none. */
export function removePolicy(engine: Needs, tape: string | undefined, name: string): void {
  const found = namedPolicies(engine, tape).find((one) => one.name === name);
  if (!found) throw new TapeError('not-found', `There is no policy named ${name} here. See tape policy list.`);
  change(engine, found.where === 'workspace' ? workspaceOf(engine, tape) : null, ({ [name]: _, ...rest }) => rest);
}

const change = (engine: Needs, folder: string | null, of: (names: Names) => Names): void => {
  if (folder === null) engine.saveSettings({ policies: of(engine.settings().policies) });
  else changeConfig(folder, () => ({ policies: of(inWorkspace(folder)) }));
};
