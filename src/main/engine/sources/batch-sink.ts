import type { Problem } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { giveBack } from '../bytes/give-back.ts';
import { isList } from '../formats/draft.ts';
import type { Draft, Format, JsonObject } from '../formats/format.ts';
import type { LineSink } from '../formats/lines.ts';
import { addDraft, addUnknown, newDrafts } from '../linking/drafts.ts';

/** The line that is not a line. */
const NO_LINE = -2;
/** The rest of a line that was open before the batch. */
const REST = -1;
/** More entries than any record makes; the number of a part has 16 bits. */
const MOST_PARTS = 65_536;

/** Makes entries of records for a batch. A class for once: its methods are the same functions for every batch, so that the reading loop is compiled only once. */
export class BatchSink implements LineSink {
  readonly drafts = newDrafts();
  readonly problems: Problem[] = [];
  readonly format: Format;
  /** The last line with an entry, and the last one whose records made none. */
  made = NO_LINE;
  bare = NO_LINE;
  noted = 0;
  late = false;

  constructor(format: Format) {
    this.format = format;
  }

  record(value: JsonObject, offset: number, length: number, line: number, repaired: string | null): void {
    const drafted = this.format.read(value);
    if (isList(drafted)) this.list(drafted, offset, length, line, repaired);
    else this.entry(drafted, offset, length, line, repaired, 0);
    giveBack(length);
  }

  list(drafts: readonly Draft[], offset: number, length: number, line: number, repaired: string | null): void {
    if (drafts.length === 0) this.none(line);
    const most = Math.min(drafts.length, MOST_PARTS);
    for (let part = 0; part < most; part++) {
      const draft = drafts[part];
      if (draft) this.entry(draft, offset, length, line, repaired, part);
    }
    if (drafts.length > most)
      this.problem({ line, offset, length, outcome: 'unreadable', reason: `of its ${drafts.length} entries ${most} are read` });
  }

  /** A line counts as noted only where none of its records makes an entry. */
  none(line: number): void {
    if (line === this.made || line === this.bare) return;
    this.bare = line;
    if (line !== REST) this.noted += 1;
  }

  entry(draft: Draft, offset: number, length: number, line: number, repaired: string | null, part: number): void {
    this.made = line;
    if (line === this.bare || line === REST) this.turned(line);
    if (repaired !== null) draft.flags |= Flag.Repaired;
    // Numbers of entries mean something only in the tape they were given in, not in a piece of one that somebody left as a file.
    if (draft.corrects !== undefined) delete draft.corrects;
    if (has(draft.flags, Flag.Unknown)) addUnknown(this.drafts, draft.label === '' ? draft.kind : draft.label);
    addDraft(this.drafts, draft, line, offset, length, part);
  }

  /** A line that had no entry so far, as far as this batch knows. */
  turned(line: number): void {
    if (line === REST) this.late = true;
    else this.noted -= 1;
    this.bare = NO_LINE;
  }

  problem(problem: Problem): void {
    this.problems.push(problem);
  }
}
