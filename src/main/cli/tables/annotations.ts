import type { Command } from '../command.ts';
import { json } from '../flags.ts';

/** What readers wrote about entries: kept next to the catalog, never in a log. */
export const ANNOTATIONS: readonly Command[] = [
  {
    name: 'annotations',
    topic: 'imported',
    summary: 'list notes and labels that readers gave to entries; add, edit or remove one',
    operands: [
      { name: 'WHAT', required: false, offers: ['add', 'edit', 'remove'] },
      { name: 'POINT', required: false, offers: 'file' },
      { name: 'TEXT', required: false },
    ],
    flags: [
      { name: 'to', value: 'ENTRY', description: 'with add: about all entries from the point to this one' },
      { name: 'in', value: 'STEP', description: 'with add: about its block in the context of this step; 12:full names a policy' },
      { name: 'label', value: 'L', description: 'with add or edit: a label, such as waste; then the text is optional' },
      json,
    ],
    notes: [
      'A point is a file or the id of a tape, followed by #ENTRY, @STEP or @REF, or the name of a ref; a step means its last entry.',
      'edit and remove take the id of an annotation, or its beginning. edit keeps whatever you do not give; --label "" removes the label.',
      'Without FILE or ID it lists those of all tapes. "stale" marks those whose entries have changed.',
      'They are stored outside the catalog, survive its deletion, and are never written into a log.',
    ],
    example: [
      'tape annotations add session.jsonl#12 "Why is this read twice?" --label waste',
      'a note on entry 12, for every reader of this machine',
    ],
    load: () => import('../commands/annotations.ts'),
  },
];
