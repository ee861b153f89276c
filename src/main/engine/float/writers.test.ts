import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { writeFile } from '../testing/files.ts';
import { describeFolder } from './edit.ts';
import type { Float } from './float.ts';
import { getFolder } from './folders.ts';
import { generate } from './generate.ts';
import { scan } from './scan.ts';
import { project } from './testing.ts';
import { commandWriter } from './writer-command.ts';
import { endpointWriter } from './writer-endpoint.ts';
import { writtenIn } from './writer-request.ts';

const TREE = {
  'README.md': 'The harbour light.',
  'src/a.ts': '// Opens.\n',
  'src/deep/b.ts': '// Shuts.\n',
  'docs/c.md': '# Words\n\nMany.\n',
};

const scanned = async (): Promise<Float> => {
  const float = project(TREE);
  await scan(float);
  return float;
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server on this machine; its address as a base. */
const server = async (listener: RequestListener): Promise<string> => {
  const made = createServer(listener).listen(0, '127.0.0.1');
  await once(made, 'listening');
  closing.push(() => {
    made.closeAllConnections();
    made.close();
  });
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/v1`;
};

const requestIn = async (request: IncomingMessage) => {
  const body = JSON.parse(await text(request));
  return { body, folder: JSON.parse(body.messages[1].content) };
};

const completion = (content: unknown): string => JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });

describe('a server that speaks as OpenAI does', () => {
  it('describes folders, some at a time; what a person wrote stays, one that fails is reported', async () => {
    const float = await scanned();
    describeFolder(float, '/docs', { description: 'Mine.', by: 'person' });
    const asked: { url: string | undefined; key: string | undefined; model: string; paths: string[] }[] = [];
    let now = 0;
    let most = 0;
    const both = Promise.withResolvers<void>();
    const url = await server(async (request, response) => {
      now += 1;
      most = Math.max(most, now);
      if (now === 2) both.resolve();
      const { body, folder } = await requestIn(request);
      asked.push({ url: request.url, key: request.headers.authorization, model: body.model, paths: [folder.path] });
      // Of two folders next to each other the first is held until the second is there, and both for a moment in which a third would come.
      if (folder.path === '/docs' || folder.path === '/src') await both.promise;
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
      if (folder.path === '/src/deep') response.writeHead(500).end('{"error": {"message": "out of light"}}');
      else response.end(completion(`\`\`\`json\n{"description": "Model says ${folder.path}", "content": null}\n\`\`\``));
    });
    const receipt = await generate(float, { writer: endpointWriter({ url, model: 'tiny', key: 'k', timeout: 300_000 }), jobs: 2 });
    expect(receipt.described).toEqual(expect.arrayContaining(['/', '/src']));
    expect(receipt.failed).toEqual([{ path: '/src/deep', reason: expect.stringMatching(/answered 500: out of light$/) }]);
    expect(getFolder(float, '/src')).toMatchObject({ description: 'Model says /src', descriptionBy: 'model' });
    expect(getFolder(float, '/docs')).toMatchObject({ description: 'Mine.', descriptionBy: 'person' });
    expect(getFolder(float, '/src/deep')).toMatchObject({ description: null });
    expect(most).toBe(2);
    expect(asked.flatMap(({ paths }) => paths).sort()).toEqual(['/', '/docs', '/src', '/src/deep']);
    expect(asked[0]).toMatchObject({ url: '/v1/chat/completions', key: 'Bearer k', model: 'tiny' });
  });

  it('is not asked about folders that a person wrote in whole', async () => {
    const float = await scanned();
    for (const path of ['/', '/docs', '/src', '/src/deep'])
      describeFolder(float, path, { description: 'Mine.', content: 'All of it.', by: 'person' });
    let asked = 0;
    const url = await server((_, response) => {
      asked += 1;
      response.end(completion('{}'));
    });
    expect(await generate(float, { writer: endpointWriter({ url, model: 'm', key: null, timeout: 300_000 }) })).toMatchObject({
      described: [],
      failed: [],
    });
    expect(asked).toBe(0);
  });

  it('is not followed to another place', async () => {
    let stolen = 0;
    const other = await server((_, response) => {
      stolen += 1;
      response.end(completion('{"description": "x"}'));
    });
    const url = await server((_, response) => void response.writeHead(307, { location: `${other}/chat/completions` }).end());
    const { failed } = await generate(await scanned(), { writer: endpointWriter({ url, model: 'm', key: 'k', timeout: 300_000 }) });
    expect(failed[0]?.reason).toMatch(/redirects, which is not followed/);
    expect(stolen).toBe(0);
  });

  it('that answers too slowly, too much or with nonsense fails for that folder', async () => {
    const slow = await server(() => {});
    const long = await server((_, response) => void response.end(completion('x'.repeat(2_000_000))));
    const odd = await server((_, response) => void response.end(completion('I would rather not.')));
    const reason = async (url: string, timeout: number) =>
      (await generate(await scanned(), { path: '/src', writer: endpointWriter({ url, model: 'm', key: null, timeout }) })).failed[0]
        ?.reason;
    expect(await reason(slow, 50)).toMatch(/took longer than 0.05 s/);
    expect(await reason(long, 300_000)).toMatch(/more than a megabyte/);
    expect(await reason(odd, 300_000)).toMatch(/not a JSON object/);
    expect(await reason('http://127.0.0.1:1/v1', 300_000)).toMatch(/cannot be reached/);
  });

  it('that never answers anything is given up; a cancel ends the waiting', async () => {
    const float = project(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}/a.ts`, '1'])));
    await scan(float);
    const writer = endpointWriter({ url: 'http://127.0.0.1:1/v1', model: 'm', key: null, timeout: 300_000 });
    await expect(generate(float, { writer, jobs: 4 })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/^None of the first 10 folders/),
    });
    const stop = new AbortController();
    const url = await server(() => stop.abort());
    await expect(
      generate(float, { writer: endpointWriter({ url, model: 'm', key: null, timeout: 300_000 }), jobs: 4, signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('gets a key over https or on this machine only', () => {
    expect(() => endpointWriter({ url: 'http://example.org/v1', model: 'm', key: 'k', timeout: 1 })).toThrow(/in the clear/);
    expect(() => endpointWriter({ url: 'http://example.org/v1', model: 'm', key: null, timeout: 1 })).not.toThrow();
    for (const url of ['ftp://x', 'nowhere'])
      expect(() => endpointWriter({ url, model: 'm', key: null, timeout: 1 })).toThrow(/takes an address/);
  });
});

describe('a command', () => {
  const node = (float: Float, code: string): string => `'${process.execPath}' '${writeFile(float.root, '.float/say.mjs', code)}'`;
  const READ = 'let s = ""; for await (const c of process.stdin) s += c; const f = JSON.parse(s);';
  const run = (float: Float, code: string, timeout = 300_000) =>
    generate(float, { path: '/src', writer: commandWriter(node(float, code), { root: float.root, timeout }) });

  it('gets a folder as JSON and answers with its texts; no shell reads its words', async () => {
    const float = await scanned();
    expect(
      await run(
        float,
        `${READ} console.log(JSON.stringify({ description: f.path + " " + f.files[0].name + " " + process.cwd(), content: "C" }))`,
      ),
    ).toMatchObject({
      described: ['/src'],
    });
    expect(getFolder(float, '/src')).toMatchObject({
      description: expect.stringMatching(/^\/src a\.ts \//),
      descriptionBy: 'model',
      content: 'C',
    });
    const echoed = await generate(float, {
      path: '/src',
      writer: commandWriter(`echo '{"description": "$HOME; ls"}'`, { root: float.root, timeout: 300_000 }),
    });
    expect(echoed.failed).toEqual([]);
    expect(getFolder(float, '/src').description).toBe('$HOME; ls');
  });

  it('that fails, is late or says too much fails for that folder', async () => {
    const float = await scanned();
    const reason = async (code: string, timeout?: number) => (await run(float, code, timeout)).failed[0]?.reason;
    expect(await reason('console.error("no light"); process.exit(3)')).toBe('the command ended with code 3: no light');
    expect(await reason('setInterval(() => {}, 1000)', 300)).toMatch(/took longer than 0.3 s/);
    expect(await reason('process.stdout.write("x".repeat(3e6))')).toMatch(/more than a megabyte/);
    expect(await reason('console.log("[]")')).toMatch(/not a JSON object/);
    expect(
      (await generate(float, { path: '/src', writer: commandWriter('no-such-command-here', { root: float.root, timeout: 1000 }) }))
        .failed[0]?.reason,
    ).toBe('there is no such command.');
  });
});

describe('an answer', () => {
  const FOUND = { description: 'found', content: 'found too' };
  it.each([
    ['{"description": "d"}', { description: 'd', content: 'found too' }],
    ['Here it is: {"content": null}.', { description: 'found', content: null }],
  ])('%s', (answer, written) => expect(writtenIn(answer, FOUND)).toEqual(written));

  it.each(['', '[]', '{}', '{"description": 5}', 'null'])('%j is none', (answer) => {
    expect(() => writtenIn(answer, FOUND)).toThrow(/answer/);
  });
});
