import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Finding } from '../../shared/model/index.ts';
import { loadSettings, storeSettings } from '../engine/app/settings.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const folder = tempFolder();
const MAIL = 'ada@example.org';
const file = writeFile(
  folder,
  'letters.jsonl',
  claudeTree(`
    u1 "write to ${MAIL} from /home/ada/letters"
      a1 "written \\u001b[31mred"   <- step m1 usage 900 40 0 100
        u2 "send it"
          a2 "sent"                <- step m2
        u3 "burn it"
          a3 "burnt"               <- step m3
  `),
);
const shell = openShell();
const HOME = shell.env.TAPESCOPE_HOME ?? '';

describe('report', () => {
  test('prints Markdown without what looks private, and says so on stderr', async () => {
    const { code, out, err } = await shell.tape('report', `${file}@2`);
    expect(code).toBe(0);
    expect(out).toContain('write to [redacted mail address 1] from /home/[user]/letters');
    expect(out).not.toContain('\u001b');
    expect(err).toBe('tape: Redacted: 1 mail address in 3 places, 1 home path in 3 places.\n');
  });

  test('is of the next request too, by itself and next to a step', async () => {
    expect((await shell.tape('report', `${file}@next`)).out).toContain('Context of the next request');
    const { out } = await shell.tape('report', `${file}@2`, '--with', `${file}@next`);
    expect(out).toContain('Step 2 and next request side by side');
  });

  test('--redact names the kinds that are removed', async () => {
    const { out, err } = await shell.tape('report', `${file}@2`, '--redact', 'home');
    expect(out).toContain(`write to ${MAIL} from /home/[user]/letters`);
    expect(err).toContain('1 finding left as it is');
  });

  test('--redact names kinds that are not looked for otherwise, and the settings can', async () => {
    const phone = writeFile(folder, 'phone.jsonl', claudeTree(`\n    u1 "call +49 30 901820, ${MAIL}"\n      a1 "yes" <- step m1\n  `));
    expect((await shell.tape('report', phone)).out).toContain('+49 30 901820');
    const all = await shell.tape('report', phone, '--redact', 'all,phone');
    expect(all.out).toContain('call [redacted phone number 1], [redacted mail address 1]');
    expect(all.err).toContain('1 phone number');
    expect((await shell.tape('report', phone, '--redact', 'phone')).out).toContain(`[redacted phone number 1], ${MAIL}`);
    storeSettings(HOME, { ...loadSettings(HOME), redact: ['phone'] });
    expect((await shell.tape('report', phone)).out).toContain('[redacted phone number 1], [redacted mail');
    storeSettings(HOME, { ...loadSettings(HOME), redact: [] });
  });

  test('--review lists what would go, and writes nothing', async () => {
    const { out } = await shell.tape('report', `${file}@2`, '--review');
    expect(out).toContain(`mail address ${MAIL} → [redacted mail address 1]`);
    const { findings } = (await shell.json('report', `${file}@2`, '--review')) as { findings: unknown[] };
    expect(findings.map((finding) => Finding.parse(finding).kind)).toEqual(['mail', 'home']);
  });

  test('--out writes a page, and replaces no file without --force', async () => {
    const out = join(folder, 'report.html');
    const first = await shell.tape('report', `${file}@2`, '--format', 'html', '--out', out);
    expect({ code: first.code, out: first.out }).toEqual({ code: 0, out: expect.stringContaining('characters of html') });
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/);
    writeFileSync(out, 'mine');
    const second = await shell.tape('report', `${file}@2`, '--format', 'html', '--out', out);
    expect(second.code).not.toBe(0);
    expect(second.err).toContain('exists. Use --force to replace it.');
    expect(readFileSync(out, 'utf8')).toBe('mine');
    await shell.tape('report', `${file}@2`, '--format', 'html', '--out', out, '--force');
    expect(readFileSync(out, 'utf8')).toContain('Context at step 2');
  });

  test('a report never takes the place of a log, even with --force', async () => {
    const before = readFileSync(file);
    const { code, err } = await shell.tape('report', `${file}@2`, '--out', file, '--force');
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('never overwrites one') });
    expect(readFileSync(file)).toEqual(before);
    expect((await shell.tape('report', `${file}@2`, '--out', folder, '--force')).err).toContain('is a folder');
  });

  test('--with compares, --handoffs draws the phases', async () => {
    const compared = await shell.tape('report', `${file}@2`, '--with', `${file}@3`);
    expect(compared.out).toContain('[-send-]{+burn+} it');
    const drawn = (await shell.json('report', file, '--handoffs', '--format', 'svg')) as { media: string; text: string };
    expect(drawn).toMatchObject({ media: 'image/svg+xml', text: expect.stringMatching(/^<svg /) });
  });

  test.each([
    [['report', file, '--format', 'svg'], 'Only the handoff graph can be drawn as SVG'],
    [['report', file, '--force'], '--force goes with --out'],
    [['report', file, '--redact', 'mails'], '--redact takes all, none, or some of key'],
  ])('%j is refused', async (words, sentence) => {
    const { code, out, err } = await shell.tape(...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
  });
});
