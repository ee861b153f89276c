import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfLink, linkOfHash } from './deep-link.ts';

describe('links into the app', () => {
  it('name the same place as the address of the window', () => {
    const hash = '#/tape/3f2a91c0d511?step=7&view=compare&policy=memory%3Arate+limit&with=3f2a91c0d511%407%2C3f2a91c0d511%409';
    expect(linkOfHash(hash)).toBe(`tapescope://tape/${hash.slice(7)}`);
    expect(hashOfLink(linkOfHash(hash) ?? '')).toBe(hash);
    expect(linkOfHash('#/')).toBeNull();
  });

  it('name the files of a project', () => {
    const hash = '#/files?root=%2Fhome%2Fme%2Fa+b&folder=%2Fsrc%2F%C3%BC&tier=full&look=graph';
    expect(linkOfHash(hash)).toBe(`tapescope://${hash.slice(2)}`);
    expect(hashOfLink(linkOfHash(hash) ?? '')).toBe(hash);
    expect(hashOfLink('TAPESCOPE://files/?look=builds&root=C:\\work&root=/etc&open=/etc/passwd&step=2')).toBe(
      '#/files?look=builds&root=C:%5Cwork',
    );
  });

  it('are read as systems hand them over', () => {
    expect(hashOfLink('TAPESCOPE://tape/3f2a91c0d511/?step=7')).toBe('#/tape/3f2a91c0d511?step=7');
    expect(hashOfLink('tapescope://tape/3f2a91c0d511?policy=memory:rate limit ü#x')).toBe(
      '#/tape/3f2a91c0d511?policy=memory:rate%20limit%20%C3%BC',
    );
  });

  it.each([
    'tapescope://tape/',
    'tapescope://tape/../../etc/passwd',
    'tapescope://tape/a%2f..',
    'tapescope://open/etc/passwd',
    'tapescope://files',
    'tapescope://files?folder=/src',
    'tapescope://files?root=',
    'tapescope://files?root=src',
    'tapescope://files?root=~/src',
    'tapescope://files?root=/home/../etc',
    'tapescope://files?root=/home/%2e%2e',
    'tapescope://files?root=C:%5C..%5Cx',
    'tapescope://files?root=/home/%0Aetc',
    'tapescope://files/etc?root=/home/me',
    'tapescope://files?%72oot=/home/me',
    `tapescope://files?root=/${'x'.repeat(5000)}`,
    'tapescope://x@tape/abc',
    'tapescope://tape:80/abc',
    'tapescope:tape/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://tape/abc',
    'tapescope://tape/abc?step=1\n--inspect',
    `tapescope://tape/abc?policy=${'x'.repeat(33_000)}`,
    '',
  ])('lead nowhere: %s', (link) => {
    expect(hashOfLink(link)).toBeNull();
  });

  it('take along only the parts of a place, each once', () => {
    expect(hashOfLink('tapescope://tape/abc?open=/etc/passwd&step=1&step=2&t=secret&&view')).toBe('#/tape/abc?step=1');
  });

  it('become a hash of plain ASCII without white space, or nothing, whatever they say', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.webUrl());
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.tuple(text, text).map(([id, query]) => `tapescope://tape/${id}?policy=${query}`),
          fc.tuple(text, text).map(([root, query]) => `tapescope://files?root=/${root}&folder=${query}`),
        ),
        (link) => {
          const hash = hashOfLink(link);
          expect(hash === null || /^#\/(tape\/[\w-]+(\?[!-~]*)?|files\?[!-~]*)$/.test(hash)).toBe(true);
          const root = hash?.startsWith('#/files?') ? new URLSearchParams(hash.slice(8)).get('root') : null;
          expect(root === null || (root.startsWith('/') && !root.split('/').includes('..'))).toBe(true);
          expect(hash?.slice(1).includes('#') ?? false).toBe(false);
        },
      ),
    );
  });
});
