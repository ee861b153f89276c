import type { Command } from '../command.ts';
import { json, POINTS, tapeOperand, WHICH } from '../flags.ts';

/** Reports of what the window shows, to hand to somebody else. */
export const REPORT: readonly Command[] = [
  {
    name: 'report',
    topic: 'imported',
    summary: 'write a context, a comparison or the handoffs as a page, with private data redacted',
    operands: [tapeOperand],
    flags: [
      { name: 'policy', value: 'P', description: 'as for tape view (default: as-recorded)' },
      { name: 'with', value: 'POINT', offers: 'file', description: 'compare with the context of another point: ID@12, or ID@12:full' },
      { name: 'handoffs', description: 'the phases of the tape and what they handed over, not a context' },
      { name: 'family', description: 'with --handoffs: those of the tapes that belong together' },
      {
        name: 'format',
        value: 'F',
        offers: ['markdown', 'html', 'mermaid', 'svg'],
        description: 'markdown, html, or for --handoffs mermaid or svg (default: markdown)',
      },
      {
        name: 'redact',
        value: 'R',
        description: 'all, none, or kinds: key,token,password,mail,home,address; more with all,phone (default: all)',
      },
      { name: 'without-annotations', description: 'leave out annotations' },
      { name: 'review', description: 'list what would be redacted, and write nothing' },
      { name: 'out', value: 'FILE', offers: 'file', description: 'write to FILE, which must not exist; otherwise print' },
      { name: 'force', description: 'with --out: replace FILE if it exists' },
      ...WHICH,
      json,
    ],
    notes: [
      `${POINTS} Without a point it is the newest step.`,
      'Keys, tokens, passwords, mail addresses, home paths and IP addresses are found by pattern and redacted unless --redact says',
      'otherwise. Phone numbers (phone), bank accounts (iban), cards (card), social security numbers (ssn), hardware addresses (mac),',
      'secrets in base64 (encoded), hex strings (hex) and bare login names (login) are redacted if --redact names them or',
      'the settings do: --redact all,phone. stderr lists what was redacted. Patterns do not find every secret: read --review and the report.',
      'An HTML report is one file without script; it loads nothing.',
    ],
    example: ['tape report session.jsonl@12 --format html --out step-12.html', 'writes what step 12 saw as one page'],
    load: () => import('../commands/report.ts'),
  },
];
