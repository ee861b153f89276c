// The order of the test files: those that take longest begin, so that at the end no core waits for one of them. A run in a new checkout knows no
// times of earlier runs, and the size of a file says little about how long it takes.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that took longest in runs on a busy machine, by their times there; what matters is that none of them comes last. */
const LONG = [
  'testing/laws/laws.test.ts',
  'testing/laws/laws.corpus.test.ts',
  'rpc/rebuilding.test.ts',
  'views/compose-corpus.test.ts',
  'cli/float/float.test.ts',
  'cli/json.test.ts',
  'compare/corpus.test.ts',
  'formats/agreement.corpus.test.ts',
  'cli/examples.test.ts',
  'cli/hostile.test.ts',
  'src/main/private.test.ts',
  'testing/example/example.test.ts',
];

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((file) => moduleId.endsWith(file));
  return at === -1 ? LONG.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
