import { expect, test } from 'vitest';
import { HELP, offersFor, readWords } from './arguments.ts';

test('the words of tapescope are files, links and three options', () => {
  expect(readWords([])).toEqual({ show: 'window', browser: false, words: [] });
  expect(readWords(['a.jsonl', '--browser', 'tapescope://tape/x'])).toEqual({
    show: 'window',
    browser: true,
    words: ['a.jsonl', 'tapescope://tape/x'],
  });
  expect(readWords(['--version'])).toEqual({ show: 'version' });
  for (const word of ['-h', '--help']) expect(readWords(['a', word])).toEqual({ show: 'help' });
});

test('a slip is one sentence, and the help fits a terminal', () => {
  expect(() => readWords(['--brwoser'])).toThrow('There is no option "--brwoser". See tapescope --help.');
  expect(HELP.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('a shell is told what it can complete, and how to ask', () => {
  expect(readWords(['completion', 'zsh'])).toEqual({ show: 'completion', shell: 'zsh' });
  expect(readWords(['completion'])).toEqual({ show: 'window', browser: false, words: ['completion'] });
  expect(readWords(['__complete', 'a.jsonl', '--b'])).toEqual({ show: 'offers', last: '--b' });
  expect(offersFor('--b')).toEqual(['--browser\topen in a browser in any case']);
  expect(offersFor('--')).toHaveLength(3);
  expect(offersFor('')).toEqual([]);
});
