import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Run, RunSetup } from '../../../shared/model/index.ts';
import type { Input } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** The newer of two frames: of one run by their number, else by when the run began. */
const newer = (a: Run | null, b: Run | null): Run | null => {
  if (a === null || b === null) return a ?? b;
  if (a.id === b.id) return a.frame > b.frame ? a : b;
  return a.began > b.began ? a : b;
};

/** A setup with a frame in it, unless it has a newer one: an answer may be overtaken by what is pushed. */
export function withRun(setup: RunSetup | undefined, run: Run | null): RunSetup | undefined {
  return setup && { ...setup, run: newer(setup.run, run) };
}

/** What a run on this tape begins with, and the run that is under way or was the last. Nothing is asked for a tape of an agent. */
export function useRunSetup(tape: string | null) {
  const client = useClient();
  const queries = useQueryClient();
  return useQuery({
    queryKey: keys.run(tape ?? ''),
    queryFn: async ({ signal }) => {
      const setup = await client.call('runs.setup', { tape: tape ?? '' }, signal);
      const known = queries.getQueryData<RunSetup>(keys.run(tape ?? ''));
      return withRun(setup, known?.run ?? null) ?? setup;
    },
    enabled: tape !== null,
    retry: false,
  });
}

const taken = (queries: QueryClient) => (run: Run) => queries.setQueryData<RunSetup>(keys.run(run.tape), (setup) => withRun(setup, run));

export function useStartRun() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({ mutationFn: (input: Input<'runs.start'>) => client.call('runs.start', input), onSuccess: taken(queries) });
}

export function useStopRun() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({ mutationFn: (run: string) => client.call('runs.stop', { run }), onSuccess: taken(queries) });
}

/** Answers a call that waits. What is remembered of its tool is asked for again. */
export function useAnswerRun() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'runs.answer'>) => client.call('runs.answer', input),
    onSuccess: (run) => {
      taken(queries)(run);
      void queries.invalidateQueries({ queryKey: keys.run(run.tape) });
    },
  });
}

export function useForgetRule(tape: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rule: string) => client.call('runs.forget', { tape, rule }),
    onSuccess: (setup) => queries.setQueryData<RunSetup>(keys.run(tape), (known) => withRun(setup, known?.run ?? null)),
  });
}

/** The request as it would be sent now; nothing is asked without a model. */
export function useRunPreview(input: Input<'runs.preview'> | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.runPreview(input?.tape ?? '', input),
    queryFn: ({ signal }) => client.call('runs.preview', input as Input<'runs.preview'>, signal),
    enabled: input !== null,
    retry: false,
    gcTime: 0,
  });
}
