import type { Command } from '../command.ts';
import { json, POINTS, tapeOperand, WHICH } from '../flags.ts';

/** Reports of what the window shows, to hand to somebody else. */
export const REPORT: readonly Command[] = [
  {
    name: 'report',
    topic: 'imported',
    summary: 'write a context, a comparison or the handoffs as a page, without what is private',
    operands: [tapeOperand],
    flags: [
      { name: 'policy', value: 'P', description: 'as for tape view (default: as-recorded)' },
      { name: 'with', value: 'POINT', offers: 'file', description: 'beside the context of another point: ID@12, or ID@12:full' },
      { name: 'handoffs', description: 'the phases of the tape and what went between them, not a context' },
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
      { name: 'without-annotations', description: 'without the remarks of readers' },
      { name: 'review', description: 'list what would be redacted, and write nothing' },
      { name: 'out', value: 'FILE', offers: 'file', description: 'write to FILE, which must not be there yet; otherwise it is printed' },
      { name: 'force', description: 'with --out: replace FILE where it is there' },
      ...WHICH,
      json,
    ],
    notes: [
      `${POINTS} Without a place it is the newest step.`,
      'Keys, tokens, passwords, mail addresses, home paths and IP addresses are found by pattern and taken out unless --redact says',
      'otherwise. Phone numbers (phone), bank accounts (iban), cards (card), social security numbers (ssn), hardware addresses (mac),',
      'secrets in base64 (encoded), hex strings (hex) and login names by themselves (login) are looked for where --redact names them or',
      'the settings do: --redact all,phone. What was taken out is said on stderr. A pattern does not know every secret: read --review and the report.',
      'An HTML report is one file without script; it loads nothing.',
    ],
    example: ['tape report session.jsonl@12 --format html --out step-12.html', 'writes what step 12 saw as one page'],
    load: () => import('../commands/report.ts'),
  },
];
