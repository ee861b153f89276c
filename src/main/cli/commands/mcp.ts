import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { defaultHome } from '../../engine/app/home.ts';
import { openEngine } from '../../engine/open.ts';
import { createMcpServer } from '../../mcp/server.ts';
import { createDispatch } from '../../rpc/dispatch.ts';
import type { Context, Declaration } from '../command.ts';

export const command: Declaration = {
  flags: [{ name: 'read-only', description: 'without the tool that writes to native tapes' }],
  notes: [
    'Speaks the Model Context Protocol on stdin and stdout, in its versions from 2024-11-05 to 2026-07-28. An agent starts it; tape serve has the same at /mcp.',
    'Tools: context_now, context_at, lost_at_compaction, why_absent, recall, entry_read, handoff_read, compare, and handoff_write for native tapes.',
    'A tool is about the session that asks: the one that tape hook named, else the one of this folder that was written to last. Each answer says which.',
  ],
  example: ['tape mcp', 'serves this folder to an agent that asks for its tools'],
  run,
};

const untilEnded = (input: NodeJS.ReadableStream, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    for (const event of ['end', 'close']) input.once(event, () => done());
    signal.addEventListener('abort', () => done(), { once: true });
    if (signal.aborted) done();
  });

/** Serves until stdin ends, which is how a client says that it is done. */
async function run({ given, signal }: Context): Promise<undefined> {
  const { engine, handlers } = await openEngine({ home: defaultHome(), host: 'terminal', readOnly: false, samples: null });
  try {
    await engine.mended();
    const dispatch = createDispatch({ handlers, readOnly: given.options['read-only'] === true });
    const handle = serveStdio(() => createMcpServer({ engine, dispatch, folder: process.cwd(), parent: process.ppid }));
    await untilEnded(process.stdin, signal);
    await handle.close();
  } finally {
    await engine.close();
  }
  return undefined;
}
