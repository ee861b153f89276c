/** "fork: cron-job, from main@23, Would a cron job do?": what an event of a native tape says of its forks; null for any other event. */
export function governanceWords({ name, data }: { readonly name?: unknown; readonly data?: unknown }): string | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const facts: Readonly<Record<string, unknown>> = { ...data };
  if (facts.event !== name) return null;
  switch (name) {
    case 'fork':
      return `fork: ${joined([facts.branch, `from ${String(facts.parent)}`, facts.note])}`;
    case 'discard':
      return `discard: ${joined([facts.branch, facts.note])}`;
    case 'merge':
      return Array.isArray(facts.inputs) ? `merge: ${joined([...facts.inputs, facts.verdict, facts.gate && `by ${facts.gate}`])}` : null;
    default:
      return null;
  }
}

const joined = (parts: readonly unknown[]): string => parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
