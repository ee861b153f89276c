import { appendFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { View } from '../../../shared/model/index.ts';
import type { CallContext } from '../../../shared/rpc/contract.ts';
import { sourceReads } from '../bytes/load.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { viewMethods } from './methods.ts';
import { createRim } from './rim.ts';
import { importRecords } from './testing/imported.ts';

const context: CallContext = { signal: new AbortController().signal };

const opensDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const before = sourceReads.opens;
  await work();
  return sourceReads.opens - before;
};

const claude =
  'u1 "go" > a1 call Read t1 <- step m1 usage 900 40 0 0 > r1 t1 "text" > a2 "ok" <- step m2 usage 990 5 0 0 > u2 "on" > a3 "ok" <- step m3';

/** A Bub tape of an OpenAI model. */
const openai = (prompt: string) =>
  bubTape(`
    anchor session/start {"owner":"human"}
    user "${prompt}"                <- run r1
    assistant "The cause is found." <- run r1
    event run {"status":"ok","model":"gpt-5","provider":"openai","usage":{"prompt_tokens":50,"completion_tokens":5}} <- run r1
    user "Thanks."                  <- run r2
    assistant "Welcome."            <- run r2
    event run {"status":"ok","model":"gpt-5","provider":"openai","usage":{"prompt_tokens":70,"completion_tokens":2}} <- run r2
  `);

describe('assembling a view', () => {
  it('answers what the contract says, for every policy', async () => {
    const { store, view } = importRecords(claudeTree(claude));
    for (const policy of ['as-recorded', 'last-anchor', 'full', 'from-anchor:session/start']) View.parse(await view(3, policy));
    store.close();
  });

  it('adds up: recorded is counted, estimated and unaccounted', async () => {
    const { store, view } = importRecords(claudeTree(claude));
    const { blocks, tokens } = await view(2);
    expect(tokens.estimated).toBe(blocks.reduce((sum, block) => sum + block.tokens.value, 0));
    expect((tokens.unaccounted ?? 0) + tokens.estimated + tokens.counted).toBe(tokens.recorded);
    store.close();
  });

  it('gives a request that was not made the window of the one before it, which a name alone does not tell', async () => {
    const large = claudeTree('u1 "go" > a1 "ok" <- step m1 usage 900 40 640000 0 > u2 "on"').map((record) =>
      record.type === 'assistant' ? { ...record, message: { ...(record.message as object), model: 'claude-opus-4-7' } } : record,
    );
    const { store, view, rim, tape } = importRecords(large);
    const next = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
    expect([(await view(1)).limit, next.limit]).toEqual([1_000_000, 1_000_000]);
    store.close();
  });

  it('reads no byte of the source where it estimates', async () => {
    const { store, view } = importRecords(claudeTree(claude));
    expect(await opensDuring(() => view(3))).toBe(0);
    store.close();
  });

  it('reads only the boundary where a compaction may have kept something', async () => {
    const { store, view } = importRecords(
      claudeTree('u1 "go" > a1 "ok" <- step m1\nb1 boundary auto 9 @a1\nc1 summary "so far" @b1 > a2 "on" <- step m2'),
    );
    const before = { ...sourceReads };
    await view(2);
    expect([sourceReads.opens - before.opens, sourceReads.reads - before.reads]).toEqual([1, 1]);
    store.close();
  });

  it('does not look at what comes before a compaction', async () => {
    const drawing = 'u1 "go" > a1 "ok" <- step m1\nb1 boundary auto 9 @a1\nc1 summary "so far" @b1 > a2 "on" <- step m2';
    const { store, rim, tape, view } = importRecords(claudeTree(drawing));
    const asked: number[] = [];
    const { entries } = rim.catalog;
    rim.catalog = {
      ...rim.catalog,
      entries: (id, from, to) => {
        asked.push(from);
        return entries(id, from, to);
      },
    };
    const { omissions } = await view(2);
    expect(omissions[0]).toMatchObject({ entries: [[1, 2]], count: 2 });
    // The step before, for `since`, has its own origin.
    expect(asked).toEqual([3, 1]);
    expect(rim.catalog.tape(tape).entries).toBe(5);
    store.close();
  });

  it('still answers when the source is gone, and says so', async () => {
    const { store, file, view } = importRecords(
      bubTape('anchor a {"owner":"human"}\nuser "hi" <- run r1\nassistant "ho" <- run r1'),
      'x__y.jsonl',
    );
    writeFileSync(file, '');
    expect((await view(1)).warnings[0]).toBe('The source changed, so this view may be wrong. Open the tape again to reload it.');
    store.close();
  });

  it('sees anchors that were written since the last look', async () => {
    const { store, file, view } = importRecords(
      bubTape('anchor a {"owner":"human"}\nuser "hi" <- run r1\nassistant "ho" <- run r1'),
      'x__y.jsonl',
    );
    expect((await view(1)).omissions[0]?.note).toContain('anchor a;');
    const more = bubTape('anchor b {"owner":"human"}\nuser "hi" <- run r2\nassistant "ho" <- run r2');
    appendFileSync(file, more.map((record) => `${JSON.stringify(record)}\n`).join(''));
    bringSource(store.db, file);
    expect((await view(2)).omissions[0]?.note).toContain('anchor b;');
    store.close();
  });

  it('refuses steps and tapes that are not there', async () => {
    const { store, view } = importRecords(claudeTree(claude));
    await expect(view(9)).rejects.toMatchObject({ code: 'not-found' });
    await expect(view(1, 'newest')).rejects.toMatchObject({ code: 'bad-input' });
    store.close();
  });
});

describe('a call that started a sub-agent', () => {
  it('names the tape of the sub-agent, whose work is not in this context', async () => {
    const folder = tempFolder();
    const main = `
      u1 "look" > a1 call Task t1 "find it" <- step m1
      r1 t1 "found" @a1 {"toolUseResult":{"agentId":"abc1234","status":"completed"}}
      a2 "there it is" @r1 <- step m2
    `;
    writeFile(folder, 'session-1.jsonl', claudeTree(main));
    writeFile(
      folder,
      'agent-abc1234.jsonl',
      claudeTree('z1 "find it" side {"agentId":"abc1234"} > a2 "found" <- step s1 {"agentId":"abc1234"}'),
    );
    const store = openCatalog(tempFolder());
    const ingest = createIngest({ home: store.home, store, onPush: () => {}, follow: false });
    await ingest.open([folder], { text: false });
    const tapes = store.catalog.tapes();
    const [session, agent] = [null, 'sub-agent'].map((relation) => tapes.find((tape) => tape.relation === relation)?.id ?? '');
    const { blocks } = await assemble(createRim(store.catalog), session ?? '', 2, { type: 'as-recorded' });
    expect(blocks.map((block) => block.subagent?.tape)).toEqual([undefined, agent, undefined]);
    expect(blocks[1]?.subagent).toMatchObject({ steps: 1, title: 'find it' });
    await ingest.close();
    store.close();
  });
});

describe('counting for a model with a public tokenizer', () => {
  it('counts text exactly, names the tokenizer, and reads it once', async () => {
    const { store, view } = importRecords(openai('Why does the ledger test fail?'), 'x__y.jsonl');
    const { blocks, tokens, model } = await view(2);
    expect(model).toBe('gpt-5');
    expect(blocks.map((block) => block.tokens)).toEqual(
      ['Why does the ledger test fail?', 'The cause is found.', 'Thanks.'].map((text) => ({ value: countTokens(text), basis: 'counted' })),
    );
    expect(tokens).toMatchObject({ recorded: 70, estimated: 0, tokenizer: 'o200k_base' });
    expect(await opensDuring(() => view(2))).toBe(1);
    store.close();
  });

  it('estimates what is too long to be waited for, and never mixes the two', async () => {
    const { store, view } = importRecords(openai('word '.repeat(50_000)), 'x__y.jsonl');
    const { blocks, tokens } = await view(2);
    expect(blocks.map((block) => block.tokens.basis)).toEqual(['estimated', 'counted', 'counted']);
    expect(tokens.estimated).toBe(blocks[0]?.tokens.value);
    expect(tokens.counted).toBe((blocks[1]?.tokens.value ?? 0) + (blocks[2]?.tokens.value ?? 0));
    store.close();
  });
});

describe('the messages of a view', () => {
  it('are the records of its blocks in the wire shape of the agent', async () => {
    const { store, rim, tape } = importRecords(claudeTree(claude));
    const methods = viewMethods({ catalog: rim.catalog });
    const { messages } = await methods['views.messages']({ tape, step: 3, policy: 'as-recorded' }, context);
    expect(messages).toMatchObject([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'text' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
      { role: 'user', content: 'on' },
    ]);
    store.close();
  });

  it('hold a placeholder for results that were cleared', async () => {
    const drawing = 'u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "long" > k1 micro t1 > u2 "on" > a2 "ok" <- step m2';
    const { store, rim, tape } = importRecords(claudeTree(drawing));
    const { messages } = await viewMethods(rim)['views.messages']({ tape, step: 2, policy: 'as-recorded' }, context);
    expect(JSON.stringify(messages)).toContain('[Old tool result content cleared]');
    expect(JSON.stringify(messages)).not.toContain('long');
    store.close();
  });

  it('are refused where the source has changed underneath', async () => {
    const { store, rim, tape, file } = importRecords(claudeTree(claude));
    writeFileSync(file, '\n'.repeat(10_000));
    const asked = viewMethods(rim)['views.messages']({ tape, step: 3, policy: 'as-recorded' }, context);
    await expect(asked).rejects.toMatchObject({ code: 'unreadable' });
    store.close();
  });
});
