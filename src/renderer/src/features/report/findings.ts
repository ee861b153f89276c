import type { Finding } from '../../../../shared/model/index.ts';

export interface Group {
  readonly kind: Finding['kind'];
  readonly name: string;
  readonly findings: readonly Finding[];
}

const KINDS: readonly (readonly [Finding['kind'], string])[] = [
  ['key', 'Keys'],
  ['token', 'Tokens'],
  ['password', 'Passwords'],
  ['mail', 'Mail addresses'],
  ['home', 'Home paths'],
  ['address', 'IP addresses'],
];

/** Findings by kind, what is worst first; kinds without any are left out. */
export const groupsOf = (findings: readonly Finding[]): Group[] =>
  KINDS.map(([kind, name]) => ({ kind, name, findings: findings.filter((finding) => finding.kind === kind) })).filter(
    (group) => group.findings.length > 0,
  );

/** The ids that may be read, with those of `changed` put in or taken out. */
export const withKept = (kept: ReadonlySet<string>, changed: readonly Finding[], keep: boolean): ReadonlySet<string> => {
  const next = new Set(kept);
  for (const { id } of changed) {
    if (keep) next.add(id);
    else next.delete(id);
  }
  return next;
};

/** A finding on one line, whatever line breaks are in it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
