import type { TapeRow } from '../../../shared/model/index.ts';
import type { ToldWork } from '../jobs/job-progress.ts';
import type { Far } from './service.ts';

const WORDS: Readonly<Record<Far['doing'], (name: string) => Pick<ToldWork, 'title' | 'unit'>>> = {
  count: (name) => ({ title: `Counting the tokens of ${name}`, unit: 'entries' }),
  follow: (name) => ({ title: `Following ${name} from step to step`, unit: 'steps' }),
  why: (name) => ({ title: `Asking what became of words in ${name}`, unit: 'entries' }),
  files: (name) => ({ title: `Looking for the files of ${name}`, unit: 'entries' }),
};

/** What people are told of work on a tape. */
export function farWords({ title }: Pick<TapeRow, 'title'>, { doing, done, of }: Far): ToldWork {
  return {
    ...WORDS[doing](title === '' ? 'a tape' : title),
    done,
    total: of,
  };
}
