import { useCallback, useEffect, useRef, useState } from 'react';
import type { Finding, ReportFormat, ReportSubject } from '../../../../shared/model/index.ts';
import { useJobs } from '../../data/appHooks.ts';
import { type MadeReport, useReport, useReview } from '../../data/reportHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { FindingList } from './FindingList.tsx';
import { footWords, withKept, workWords } from './findings.ts';
import styles from './Report.module.css';
import { pictureOf, saveFile } from './save.ts';
import type { FileFormat } from './subject.ts';

interface Props {
  subject: ReportSubject;
  format: FileFormat;
  annotations: boolean;
  onClose: () => void;
}

const textFormat = (format: FileFormat): ReportFormat => (format === 'png' ? 'svg' : format);

/** The review, and what may be done once it was read. Nothing is written before. */
export function ReportForm({ subject, format, annotations, onClose }: Props) {
  const review = useReview(subject, annotations);
  const setNotice = useStore((state) => state.setNotice);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const change = useCallback((some: readonly Finding[], keep: boolean) => setKept((before) => withKept(before, some, keep)), []);
  const work = useWork(subject, annotations, [...kept]);
  const save = async () => {
    const report = await work.make(textFormat(format));
    if (report === null) return;
    const png = format === 'png';
    const blob = png ? await work.guard(pictureOf(report.text)) : new Blob([report.text], { type: `${report.media};charset=utf-8` });
    if (blob === null) return;
    saveFile(blob, png ? report.name.replace(/\.svg$/, '.png') : report.name);
    setNotice('The file is being saved.');
    onClose();
  };
  const copy = async () => {
    const report = await work.make(textFormat(format));
    if (report === null) return;
    setNotice((await copyText(report.text)) ? `Copied ${count(report.chars, 'character')}.` : 'This window cannot use the clipboard.');
    onClose();
  };
  const job = useJobs().data?.items.find((one) => one.phase === 'report' && one.state === 'running');
  const findings = review.data?.findings ?? [];
  const ready = review.data !== undefined && work.share === null;
  return (
    <>
      <div className={`${styles.review} scroll-y`} aria-busy={review.isFetching}>
        {review.isError ? (
          <Failure error={review.error} onRetry={() => void review.refetch()} />
        ) : review.data === undefined ? (
          <SkeletonRows rows={5} height={44} label="Looking for what may be private" />
        ) : findings.length === 0 ? (
          <p className="pad-4 dim pretty measure">
            Nothing looks private: no key, token, password, mail address, home path or IP address. Patterns do not find every secret.
          </p>
        ) : (
          <FindingList findings={findings} kept={kept} onChange={change} />
        )}
        {review.data?.notes.map((note) => (
          <p key={note} className="pad-4 dim pretty measure">
            {note}
          </p>
        ))}
        {work.failure && <Failure error={work.failure} />}
      </div>
      <div className="row middle rigid gap-2 pad-x-4 pad-y-3 line-above small">
        <p className="grow shrink-x dim" role="status">
          {work.share === null ? footWords(review.data, kept.size, job) : workWords(work.share, job)}
        </p>
        {work.share !== null && <Button onClick={work.stop}>Stop</Button>}
        {format !== 'png' && (
          <Button disabled={!ready} onClick={() => void copy()}>
            Copy
          </Button>
        )}
        <Button look="strong" disabled={!ready} onClick={() => void save()}>
          Save file
        </Button>
      </div>
    </>
  );
}

/** Makes a report, with its progress, and stops when it is told to or when the dialog closes. */
const useWork = (subject: ReportSubject, annotations: boolean, keep: readonly string[]) => {
  const report = useReport();
  const abort = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const guard = async <T,>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (thrown) {
      if (!abort.current?.signal.aborted) setFailure(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return null;
    }
  };
  const make = async (format: ReportFormat): Promise<MadeReport | null> => {
    const control = new AbortController();
    abort.current = control;
    setFailure(null);
    setShare(0);
    const made = await guard(report.mutateAsync({ subject, format, keep, annotations, signal: control.signal, onProgress: setShare }));
    setShare(null);
    return control.signal.aborted ? null : made;
  };
  return { share, failure, make, guard, stop: () => abort.current?.abort() };
};
