import { describe, expect, it } from 'vitest';
import { endOf } from './MidCut.tsx';

describe('what stays in sight of a line that is cut', () => {
  it.each([
    ['Read /home/ines/src/sluice/gate.py', '/gate.py'],
    ['Read C:\\work\\src\\gate.py', '\\gate.py'],
    ['manual_commit_20260330_a81f', '0330_a81f'],
    ['Bash ssh host sed -n 1,40p', ''],
    ['Bash ssh host "select \\"a\\""', ''],
    ['short.ts', ''],
    [`Bash ${'x '.repeat(120)}/gate.py`, ''],
  ])('%s', (text, end) => {
    expect(endOf(text)).toBe(end);
  });
});
