import fc from 'fast-check';
import type { Json } from '../../formats/format.ts';
import { forkTape } from '../../store/fork.ts';
import { mergeForks } from '../../store/merge/merge.ts';
import { bubTape } from '../../testing/bub-script.ts';
import { assistant, call, MERGE, nativeHome, result, user } from '../../testing/native.ts';

const line = fc.constantFrom(
  'user "which boat" <- run RUN',
  'assistant "the green boat" <- run RUN',
  'call look cRUN <- run RUN\n result "a boat" <- run RUN',
  'handoff phase-RUN {"summary":"so far","source_ids":[2]}',
  'system "You keep boats." <- run RUN',
  'error temporary "overloaded"',
  'user "an aside" out <- run RUN',
  'run 900 80 0 <- run RUN',
);

/** Tapes of Bub, with anchors, requests that fail, and entries out of context. */
export const bubRecords: fc.Arbitrary<Json[]> = fc
  .array(line, { minLength: 1, maxLength: 12 })
  .map((lines) =>
    bubTape(
      ['anchor session/start {"owner":"human"}', ...lines].map((one, at) => one.replaceAll('RUN', `r${Math.ceil(at / 3)}`)).join('\n'),
    ),
  );

const act = fc.constantFrom('ask', 'answer', 'call', 'open', 'handoff', 'correct');

/** What happens on a native tape, and then on a fork of it that is merged. */
export const nativeActs = fc.tuple(fc.array(act, { minLength: 1, maxLength: 8 }), fc.array(act, { maxLength: 4 }));

/** A native tape with a fork that is merged, corrections and open calls: answers its folder. */
export async function nativeTape([before, ofFork]: [readonly string[], readonly string[]]): Promise<string> {
  const { main, open } = nativeHome();
  const write = (tape: typeof main, acts: readonly string[], mark: string): void => {
    for (const [at, one] of acts.entries()) {
      const id = `${mark}${at}`;
      if (one === 'ask') tape.append([user(`which boat ${id}`)]);
      if (one === 'answer') tape.append([assistant(`the green boat ${id}`)]);
      if (one === 'call') tape.append([call(id, 'look'), result(id, 'a boat')]);
      if (one === 'open') tape.append([call(id, 'look')]);
      if (one === 'handoff') tape.handoff({ name: `phase-${id}`, state: { summary: 'so far', source_ids: [1] } });
      if (one === 'correct' && tape.head() > 1) tape.append([{ ...user('a red boat'), corrects: 2 }]);
    }
  };
  write(main, before, 'm');
  forkTape(main, { name: 'try' });
  write(open('main', 'try'), ofFork, 'f');
  await mergeForks(main, { ...MERGE, names: ['try'], onConflict: 'keep-both' });
  return main.folder;
}
