import type { CDPSession, Page } from 'playwright';

/** What Chromium traces of a task; times in microseconds. */
interface Traced {
  name: string;
  pid: number;
  tid: number;
  /** That its thread had the processor: what else runs on the machine is not in it. */
  tdur?: number;
}

const TASK = 'ThreadControllerImpl::RunTask';
/** By its mark the thread of the page is known among those of the browser. */
const MARK = 'bench';

const startTracing = async (session: CDPSession): Promise<Traced[]> => {
  const kept: Traced[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const one of value as unknown as Traced[]) if (one.name === TASK || one.name === MARK) kept.push(one);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  return kept;
};

/** The longest task of the page's thread while `work` runs, in milliseconds of that thread: nothing that a person does is heard before it ends. */
export async function longestTask<T>(page: Page, work: () => Promise<T>): Promise<{ longest: number; done: T }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser that could trace it.');
  const session = await browser.newBrowserCDPSession();
  const traced = await startTracing(session);
  await page.evaluate(`performance.mark('${MARK}')`);
  const done = await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  const mark = traced.find(({ name }) => name === MARK);
  const own = traced.filter(({ name, pid, tid }) => name === TASK && pid === mark?.pid && tid === mark.tid);
  if (own.length === 0) throw new Error('The browser traced no task of the page.');
  return { longest: own.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000, done };
}
