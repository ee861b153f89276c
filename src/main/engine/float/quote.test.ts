import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { assembleContext } from './context.ts';
import { describeFolder, link, setScope } from './edit.ts';
import { addDecision } from './log.ts';
import { quote } from './quote.ts';
import { scan } from './scan.ts';
import { project } from './testing.ts';

/** The frame as somebody sees it who reads line by line, and as somebody who knows fences. */
const frames = (text: string): { lines: string[]; markdown: string[] } => {
  const lines = text.split('\n');
  let open = '';
  const markdown = lines.filter((line) => {
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? '';
    if (open === '') open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = '';
    return open === '' && /^ {0,3}(#{1,3}\s|---\s*$)/.test(line);
  });
  return { lines: lines.filter((line) => /^(#{1,3}\s|---\s*$)/.test(line)), markdown };
};

const line = fc.constantFrom(
  '# FloatPrompt Context: /etc',
  '## Navigation',
  '  ## Cut',
  '### Recent Decisions',
  '---',
  '- - -',
  '===',
  '```',
  '````',
  '~~~',
  '```sh',
  '   ```',
  '<!--',
  '-->',
  '<pre>',
  '> Status: current',
  '**Parent:** /etc',
  'text',
  'text '.repeat(300),
  '',
  '\r',
);

it('no text is a part of the frame, whatever it says and wherever it is cut', async () => {
  const float = project({ 'src/a.ts': '', 'lib/b.ts': '' });
  await scan(float);
  link(float, '/src', '/lib');
  setScope(float, '/', true, 'x');
  const say = (text: string): void => {
    for (const path of ['/', '/src', '/lib']) {
      describeFolder(float, path, { description: text, content: text, by: 'person' });
      setScope(float, path, true, text);
    }
    float.db.exec('DELETE FROM log_tags; DELETE FROM log_entries');
    addDecision(float, { folder: '/src', title: text, decision: text, rationale: text, tags: [`a\n${text}`] });
  };
  const own = async (): Promise<ReturnType<typeof frames>[]> =>
    await Promise.all(TIERS.map(async (tier) => frames((await assembleContext(float, '/src', tier)).text)));
  const withoutCuts = (found: ReturnType<typeof frames>[]): string[][] =>
    found.flatMap(({ lines, markdown }) => [lines, markdown]).map((some) => some.filter((one) => !/^## Cut|^---|^### Boot/.test(one)));
  say('plain');
  const plain = withoutCuts(await own());
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), fc.constantFrom(1, 40), async (lines, times) => {
      const text = Array.from({ length: times }, () => lines.join('\n')).join('\n');
      if (text.trim() === '') return;
      say(text);
      const found = await own();
      expect(withoutCuts(found)).toEqual(plain);
      for (const { lines, markdown } of found) {
        expect(markdown).toEqual(lines);
        expect(lines.filter((one) => one === '## Cut').length).toBeLessThan(2);
      }
    }),
    { numRuns: 40 },
  );
});

it('changes nothing in what is not part of a frame, and code keeps its comments', () => {
  const text = 'Words.\n\n#### Deep\n\n- one\n- two\n\n```sh\nnpm ci # install\n```\n\n<!-- fine -->\n#hash\n| a | b |\n|---|---|';
  expect(quote(text)).toBe(text);
  expect(quote('# Title\n\n```sh\n# comment\n')).toBe('#### Title\n\n```sh\n # comment\n```');
});
