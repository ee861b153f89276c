import { useQuery } from '@tanstack/react-query';
import type { AgentState, InstructionLoad, TapeRow } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

const NONE: readonly InstructionLoad[] = [];

/** Why instruction files were loaded in a session, in the order of loading; read again whenever the tape grows. */
export function useInstructions(tape: string): readonly InstructionLoad[] {
  const client = useClient();
  const loads = useQuery({
    queryKey: keys.instructions(tape),
    queryFn: ({ signal }) => client.call('agents.instructions', { tape }, signal),
  });
  return loads.data?.items ?? NONE;
}

/** What the agent of a session does now, as its hooks said; null where none did. Of a session that is not written to any more nothing is asked. */
export function useAgentState({ file }: Pick<TapeRow, 'file'>): AgentState | null {
  const client = useClient();
  const live = useQuery({ queryKey: keys.agents, queryFn: () => client.call('agents.live', {}), staleTime: Number.POSITIVE_INFINITY });
  return live.data?.items.find((one) => one.file === file)?.state ?? null;
}
