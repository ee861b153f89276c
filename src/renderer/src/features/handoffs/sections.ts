/** A part of a text under its heading, as it was and as it is; null on the side that does not have it. */
export interface SectionChange {
  readonly heading: string;
  readonly was: string | null;
  readonly now: string | null;
}

/** "## Files", "**Files**", "3. Files:": what agents head the parts of their summaries with. */
const HEADING = /^(?:#{1,6}\s+\S.*|\*\*[^*]+\*\*:?\s*|\d{1,2}\.\s+[^.]{1,80}:\s*)$/;

/** The parts of a text in order; what comes before the first heading has none. */
function sectionsOf(text: string): { heading: string; body: string }[] {
  const parts: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  for (const line of text.split('\n'))
    if (HEADING.test(line)) parts.push({ heading: line.trim(), lines: [] });
    else parts.at(-1)?.lines.push(line);
  return parts
    .map(({ heading, lines }) => ({ heading, body: lines.join('\n').trim() }))
    .filter(({ heading, body }) => heading !== '' || body !== '');
}

/** What a heading is about, without its number and its marks: a new section in between renumbers all that follow. */
const subject = (heading: string): string =>
  heading
    .replace(/^(?:#+|\d+\.)\s*/, '')
    .replace(/[*:\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** Two texts, part by part, in the order of the newer one; null where they have no parts to align. A part that is gone keeps its place. */
export function sectionChanges(was: string, now: string): SectionChange[] | null {
  const [before, after] = [sectionsOf(was), sectionsOf(now)];
  const left = [...before];
  const changes: SectionChange[] = [];
  let aligned = 0;
  for (const { heading, body } of after) {
    const at = left.findIndex((one) => subject(one.heading) === subject(heading));
    if (at < 0) changes.push({ heading, was: null, now: body });
    else {
      for (const gone of left.splice(0, at)) changes.push({ heading: gone.heading, was: gone.body, now: null });
      const same = left.shift();
      if (heading !== '') aligned += 1;
      changes.push({ heading, was: same?.body ?? null, now: body });
    }
  }
  for (const gone of left) changes.push({ heading: gone.heading, was: gone.body, now: null });
  return aligned === 0 ? null : changes;
}
