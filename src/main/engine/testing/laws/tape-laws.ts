import { expect } from 'vitest';
import type { Place } from '../../../../shared/model/place.ts';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { loadRecords } from '../../bytes/load.ts';
import { readOne } from '../../formats/draft.ts';
import { formatById } from '../../formats/index.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import type { ImportedTape } from '../../views/testing/imported.ts';
import { timesIn } from '../../views/testing/occurrences.ts';

/** What holds of every tape of every format: the receipt closes, and usage is the sum of the steps that are its own, and of what answered nobody. */
export async function holdReceipt({ store: { catalog }, tape: id }: ImportedTape): Promise<void> {
  const { lines } = catalog.receipt(id);
  expect(lines.withEntries + lines.blank + lines.unreadable + (lines.noted ?? 0)).toBe(lines.total);
  const tape = catalog.tape(id);
  const rows = catalog.entries(id, 1, tape.entries + 1);
  const shared = new Set(rows.filter(({ flags }) => has(flags, Flag.Shared)).map(({ step }) => step));
  const own = catalog.steps(id, 1, tape.steps + 1).items.filter(({ step }) => !shared.has(step));
  const aside = await loadRecords(
    tape,
    rows.filter(({ step, flags }) => step === null && !has(flags, Flag.Shared)),
  );
  const used = [...own.map(({ usage }) => usage), ...aside.map((record) => readOne(formatById(tape.format), record).usage)];
  for (const key of ['input', 'output', 'cacheRead', 'cacheWrite'] as const)
    expect(
      used.reduce((sum, usage) => sum + (usage?.[key] ?? 0), 0),
      key,
    ).toBe(tape.usage[key]);
}

/** Each entry before a place is in one block or one omission, which has a reason; the same view comes of it twice. */
export async function holdView({ rim, tape }: ImportedTape, place: Place, policy: string): Promise<void> {
  const view = await assemble(rim, tape, place, parsePolicy(policy));
  const times = timesIn(view);
  expect(times, `${JSON.stringify(place)} ${policy}`).toEqual(times.map(() => 1));
  for (const { reason } of view.omissions) expect(reason).not.toBe('');
  expect(await assemble(rim, tape, place, parsePolicy(policy))).toEqual(view);
}

/** Messages are those of an API: each says whose it is, or what it is. */
export async function holdMessages({ rim, tape }: ImportedTape, place: Place): Promise<void> {
  for (const message of await messagesOf(rim, tape, place, { type: 'as-recorded' }))
    expect(message).toSatisfy(({ role, type }: typeof message) => role !== undefined || type !== undefined);
}
