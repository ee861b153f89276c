import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { contained, contentSecurityPolicy, readContent } from './content.ts';

const base = mkdtempSync(join(tmpdir(), 'tapescope-content-'));
const folder = join(base, 'renderer');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<p>page</p>');
writeFileSync(join(folder, 'assets', 'a.js'), '1');
writeFileSync(join(folder, 'notes.txt'), 'no known type');
writeFileSync(join(base, 'secret.json'), '{}');
symlinkSync(join(base, 'secret.json'), join(folder, 'link.json'));
afterAll(() => rmSync(base, { recursive: true }));

describe('the content of the window', () => {
  test('serves the page and its assets with type, policy and cache', async () => {
    const page = await readContent(folder, '/');
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    });
    expect(new TextDecoder().decode(page.body)).toBe('<p>page</p>');
    expect((await readContent(folder, '/assets/a.js')).headers['Cache-Control']).toContain('immutable');
  });

  const outside = [
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/..%5csecret.json',
    '/%00',
    '/%',
    'index.html',
    '/link.json',
  ];
  test.each(outside)('serves nothing for %s', async (path) => {
    const answer = await readContent(folder, path);
    expect(answer.status).toBe(404);
    expect(answer.headers['Content-Security-Policy']).toBe(contentSecurityPolicy);
  });

  test.each(['/notes.txt', '/assets', '/absent.js'])('serves nothing for %s, which is not a file of a known type', async (path) => {
    expect((await readContent(folder, path)).status).toBe(404);
  });

  test('no path at all leads out of the folder', () => {
    const piece = fc.oneof(fc.constantFrom('..', '.', '%2e%2e', '/', '%2f', '\\', '%5c', '\0', 'a', '%'), fc.string({ maxLength: 3 }));
    const property = fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const file = contained(folder, `/${pieces.join('')}`);
      expect(file === null || file.startsWith(folder + sep)).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('the policy allows its own page and nothing else', () => {
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:|blob:/);
    expect(contentSecurityPolicy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
  });
});
