import { useMutation, useQuery } from '@tanstack/react-query';
import type { Report, ReportFormat, ReportSubject } from '../../../shared/model/index.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** What an export would show that looks private. Read again each time: a tape may have grown. */
export function useReview(subject: ReportSubject | null, annotations: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: keys.review(subject, annotations),
    queryFn: ({ signal }) => client.call('report.review', { subject: subject ?? { type: 'handoffs', tape: '' }, annotations }, signal),
    enabled: subject !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface Wanted {
  readonly subject: ReportSubject;
  readonly format: ReportFormat;
  /** Findings that may be read in the report; all others are removed. */
  readonly keep: readonly string[];
  readonly annotations: boolean;
  readonly signal: AbortSignal;
  /** Told how much of it has arrived, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** A report that has arrived whole. */
export interface MadeReport extends Report {
  readonly text: string;
}

const fetchReport = async (client: Client, { subject, format, keep, annotations, signal, onProgress }: Wanted): Promise<MadeReport> => {
  const report = await client.call('report.make', { subject, format, keep: [...keep], annotations }, signal);
  const pages: string[] = [];
  for (let at: number | null = 0; at !== null; ) {
    const page: { text: string; next: number | null } = await client.call('report.page', { id: report.id, at }, signal);
    pages.push(page.text);
    at = page.next;
    onProgress(report.chars === 0 ? 1 : (at ?? report.chars) / report.chars);
  }
  return { ...report, text: pages.join('') };
};

/** Draws up a report and fetches it. */
export function useReport() {
  const client = useClient();
  return useMutation({ mutationFn: (wanted: Wanted) => fetchReport(client, wanted) });
}
