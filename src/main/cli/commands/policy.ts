import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POLICIES } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { table } from '../format/table.ts';
import { namedTape } from '../named.ts';
import { workspaceHere } from '../native.ts';
import { textOf } from '../options.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [{ name: 'tape', value: 'ID', offers: 'file', description: 'of this tape; a file works too' }, json],
  notes: [
    'A name works wherever a policy does: --policy lean, or as a beginning: --policy "@lean + pin:#12".',
    'The policies of a native tape are in its workspace’s config.json; all others are in the settings.',
    POLICIES,
  ],
  example: ['tape policy set lean "last-anchor + budget:8000:cited"', 'then: tape view --next --policy lean'],
  run,
};

const USAGE = 'tape policy list shows them, tape policy set NAME LINE saves one, tape policy remove NAME removes it.';

/** The tape whose policies are meant: the one of --tape, else the native tape of this directory; none means the settings. */
const tapeOf = async (open: Session, { given }: Context): Promise<{ tape?: string }> => {
  const named = textOf(given, 'tape');
  if (named === undefined && !workspaceHere()) return {};
  return { tape: (await open.tape(named ?? (await namedTape({ ...given, operands: [] })))).id };
};

async function run(context: Context): Promise<number | undefined> {
  const { given, json, terminal, session } = context;
  const [verb = 'list', name = '', line = '', ...more] = given.operands;
  const wanted = { list: 0, set: 2, remove: 1 }[verb];
  const operands = [name, line].filter((text) => text !== '').length + more.length;
  if (wanted === undefined || operands !== wanted) throw new TapeError('bad-input', USAGE);
  const open = await session();
  const at = await tapeOf(open, context);
  const { items } =
    verb === 'set'
      ? await open.call('policies.save', { ...at, name, line })
      : verb === 'remove'
        ? await open.call('policies.remove', { ...at, name })
        : await open.call('policies.list', at);
  if (json) terminal.json({ items });
  else if (items.length === 0) terminal.print(['There are no named policies here.']);
  else
    terminal.print(
      table(
        items.map((one) => [{ text: one.name }, { text: one.where }, { text: clean(one.line) }]),
        [{ head: 'NAME' }, { head: 'IN' }, { head: 'POLICY', grows: true }],
        terminal.layout,
      ),
    );
  return undefined;
}
