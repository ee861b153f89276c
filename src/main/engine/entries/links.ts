import type { AnchorRow, EntryRow, Link, TapeRow } from '../../../shared/model/index.ts';
import { DANGLING } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';

/** Children and chunks beyond this are many of a kind, and the entries list shows them better. */
const MOST = 50;

/** Everything that an entry hangs together with, nearest first. */
export function linksOf(catalog: Catalog, tape: TapeRow, row: EntryRow): Link[] {
  return [
    ...toolLinks(catalog, tape, row),
    ...agentLinks(catalog, tape, row),
    ...compactionLinks(catalog, tape, row),
    ...phaseLinks(catalog.anchors(tape.id), row),
    ...treeLinks(catalog, tape, row),
    ...tapeLinks(catalog, tape),
  ];
}

const name = (row: EntryRow): string => [row.kind.replace('_', ' '), row.label].filter((part) => part !== '').join(' ');

const treeLinks = (catalog: Catalog, tape: TapeRow, row: EntryRow): Link[] => {
  const links: Link[] = [];
  if (row.parentSeq === DANGLING)
    links.push({ relation: 'parent', label: `${row.danglingParent ?? 'A parent'}, which is not in this file` });
  else if (row.parentSeq !== null)
    for (const parent of catalog.entriesAt(tape.id, [row.parentSeq]))
      links.push({ relation: 'parent', seq: parent.seq, label: name(parent) });
  const children = catalog.children(tape.id, row.seq);
  for (const child of children.slice(0, MOST)) links.push({ relation: 'child', seq: child.seq, label: name(child) });
  if (children.length > MOST) links.push({ relation: 'child', label: `and ${children.length - MOST} more` });
  return links;
};

/** Entries that issue the calls which this one answers, and the other way round. */
const toolLinks = (catalog: Catalog, tape: TapeRow, row: EntryRow): Link[] => {
  const found = new Map<number, Link['relation']>();
  for (const call of row.results) for (const seq of catalog.tool(tape.id, call).calls) found.set(seq, 'call');
  for (const call of row.calls) for (const seq of catalog.tool(tape.id, call).results) found.set(seq, 'result');
  found.delete(row.seq);
  return catalog
    .entriesAt(tape.id, [...found.keys()])
    .map((other) => ({ relation: found.get(other.seq) ?? 'call', seq: other.seq, label: name(other) }));
};

const agentLinks = (catalog: Catalog, tape: TapeRow, row: EntryRow): Link[] => {
  const links: Link[] = [];
  const agent = row.calls.length > 0 ? catalog.subagents(tape.id).find(({ caller }) => caller === row.seq) : undefined;
  if (agent) links.push({ relation: 'sub-agent', tape: agent.id, label: agent.title });
  if (tape.relation === 'sub-agent' && tape.parent !== null) links.push(callerLink(catalog, tape.parent, tape.caller));
  return links;
};

const callerLink = (catalog: Catalog, parent: string, caller: number | null): Link => ({
  relation: 'caller',
  tape: parent,
  ...(caller !== null && { seq: caller }),
  label: catalog.tapes().find((tape) => tape.id === parent)?.title ?? parent,
});

/** The anchor whose phase an entry belongs to. */
const phaseLinks = (anchors: readonly AnchorRow[], row: EntryRow): Link[] => {
  const anchor = anchors.findLast((each) => each.seq <= row.seq && each.type !== 'micro-compaction');
  return anchor ? [{ relation: 'phase', seq: anchor.seq, label: anchor.name }] : [];
};

const compactionLinks = (catalog: Catalog, tape: TapeRow, row: EntryRow): Link[] => {
  const links: Link[] = [];
  for (const { seq, name: label, compaction } of catalog.anchors(tape.id)) {
    if (!compaction) continue;
    if (compaction.summary === row.seq) links.push({ relation: 'compaction', seq, label });
    if (seq !== row.seq) continue;
    if (compaction.summary !== null) links.push({ relation: 'compaction', seq: compaction.summary, label: 'its summary' });
    if (compaction.logicalParent !== null)
      links.push({ relation: 'compaction', seq: compaction.logicalParent, label: 'the last entry before it' });
    const [head] = compaction.preserved;
    if (head !== undefined)
      links.push({ relation: 'compaction', seq: head, label: `the first of ${compaction.preserved.length} kept entries` });
  }
  return links;
};

/** Tapes that were archived from this one, or that this one was archived from. */
const tapeLinks = (catalog: Catalog, tape: TapeRow): Link[] =>
  catalog
    .related(tape.id)
    .filter(
      (other) => (other.relation === 'archive' && other.parent === tape.id) || (tape.relation === 'archive' && other.id === tape.parent),
    )
    .slice(0, MOST)
    .map((other) => ({ relation: 'archive', tape: other.id, label: other.title }));
