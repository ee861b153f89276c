import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LIST_FACTS, LIST_SORTS, PROOF_FACTS } from '../../../shared/model/listing.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { type CatalogStore, openCatalog } from '../../engine/catalog/open-catalog.ts';
import { isWaiting } from '../../engine/database/reopen.ts';
import { nameOf } from '../../engine/formats/abouts.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json, since } from '../flags.ts';
import { formatList } from '../format/list.ts';
import { count } from '../format/number.ts';
import { iso } from '../format/time.ts';
import type { Terminal } from '../terminal.ts';

export const command: Declaration = {
  flags: [
    { name: 'limit', value: 'N', description: 'at most N tapes' },
    { name: 'sort', value: 'S', offers: LIST_SORTS, description: `by ${LIST_SORTS.join(', ')} (default: newest)` },
    { name: 'project', value: 'TEXT', description: 'with this in the path of their folder' },
    { name: 'model', value: 'TEXT', description: 'with this in the name of their model' },
    {
      name: 'agent',
      value: 'NAME',
      offers: 'agent',
      description: 'that this agent wrote, by the start of its name; tape formats lists them',
    },
    since,
    {
      name: 'with',
      value: 'WHAT',
      offers: [...LIST_FACTS, ...PROOF_FACTS],
      many: true,
      description:
        'that have a compaction, a fork, or an error (a failed step, an unreadable line); whose captured requests are all what their contexts show (verified), or not (differs)',
    },
    { name: 'tag', value: 'TAG', many: true, description: 'with this tag, given in the library of the window' },
    { name: 'favourite', description: 'your favourites only' },
    { name: 'csv', description: 'as comma-separated values, a tape on each line' },
    json,
  ],
  notes: [
    'FILTER is the same as in the library of the window: words of the title, project, model or file, and conditions: agent:NAME, project:shop, model:opus, title:mend, tag:review, since:yesterday, until:2026-03-01, steps:>20, tokens:>2m, cost:>1 (dollars), entries:, compactions:, forks:, errors:, has:compaction (fork, error, live, favourite, tag, verified, differs).',
    "A minus excludes, inside quotes: 'agent:NAME -has:error'. = matches a whole name: model:=NAME. since and until together keep sessions that worked in that time. A tape is listed if all conditions hold.",
  ],
  example: ["tape list 'has:compaction since:1w' --sort tokens --limit 20", 'lists what was compacted within a week, the largest first'],
  run,
};

/** Reads again what an earlier catalog knew: a list without it would be a wrong one. */
async function readAgain(terminal: Terminal): Promise<void> {
  const { openSession } = await import('../session.ts');
  await (await openSession(terminal, new AbortController().signal)).close();
}

/** What is asked for. A plain list loads nothing more than the catalog, unless somebody named or tagged a session. */
async function listed(given: Given, store: CatalogStore) {
  const chosen = given.operands.length > 0 || Object.keys(given.options).some((name) => name !== 'json');
  if (!chosen && !existsSync(join(store.home, 'annotations.db'))) return { ...store.catalog.list({}), why: null };
  const { listTapes } = await import('../listing.ts');
  return listTapes(given, store, Date.now());
}

/** Reads what was captured since, where the list asks how contexts agree with it. */
async function readSent({ given, session }: Context): Promise<void> {
  if (given.operands.length === 0 && given.options.with === undefined) return;
  const { listsProof } = await import('../listing.ts');
  if (!listsProof(given)) return;
  const { readCaptures } = await import('../captured.ts');
  await readCaptures(await session());
}

/** Answers from the catalog alone: to load the rest of the engine takes longer than all of this. */
async function run(context: Context): Promise<undefined> {
  const { given, json, terminal } = context;
  await readSent(context);
  const store = openCatalog(defaultHome());
  try {
    const damaged = store.note?.includes('damaged') === true;
    if (store.note && damaged) terminal.warn(store.note, false);
    else if (store.note) terminal.note(store.note);
    if (isWaiting(store.home)) await readAgain(terminal);
    const { items, total, why } = await listed(given, store);
    if (json)
      terminal.json({
        items: items.map((tape) => ({ tape: tape.id, ...tape, started: iso(tape.started), ended: iso(tape.ended) })),
        total,
      });
    else if (given.options.csv === true) {
      const { libraryCsv } = await import('../../../shared/library/library-csv.ts');
      await terminal.raw([libraryCsv(items, nameOf)]);
    } else if (items.length === 0 && why !== null) terminal.print(why);
    else
      terminal.print([
        ...formatList(items, terminal.layout, nameOf),
        ...(total > items.length ? ['', `${count(items.length)} of ${count(total)} tapes.`] : []),
      ]);
  } finally {
    store.close();
  }
  return undefined;
}
