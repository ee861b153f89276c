import { useQuery } from '@tanstack/react-query';
import type { FormatRow } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { useTape } from './hooks.ts';
import { keys } from './keys.ts';

const NONE: readonly FormatRow[] = [];

/** What is known of the agents whose logs are read; nothing until the engine has said it. */
export function useFormats(): readonly FormatRow[] {
  const client = useClient();
  const formats = useQuery({ queryKey: keys.formats, queryFn: () => client.call('formats.list', {}), staleTime: Number.POSITIVE_INFINITY });
  return formats.data?.items ?? NONE;
}

/** The one that wrote a tape. */
export function useFormat(id: string | null | undefined): FormatRow | null {
  return useFormats().find((format) => format.id === id) ?? null;
}

/** Whether Tapescope forks a tape at all: as a changed copy, or in the tape itself where it is native. False until that is known. */
export function useCanFork(tape: string): boolean {
  const head = useTape(tape).data?.tape;
  const format = useFormat(head?.format);
  return head?.native != null || format?.can.fork === true;
}

/** What people call the program behind a format. */
export function useNameOf(): (format: string) => string {
  const formats = useFormats();
  return (id) => formats.find((format) => format.id === id)?.name ?? id;
}
