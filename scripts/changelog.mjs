// Judges the changelog: it is read by people who want to know in minutes what they can do.
const MOST = 400;

/** Items of its lists, with the lines that continue them: `[{line, text}]`. */
const itemsOf = (source) =>
  source.split('\n').reduce((items, text, at) => {
    if (text.startsWith('- ')) items.push({ line: at + 1, text });
    else if (text.startsWith('  ') && items.length > 0) items.at(-1).text += ` ${text.trim()}`;
    return items;
  }, []);

/** Items that are too long, or there twice, as sentences. */
export function judgeChangelog(source) {
  const items = itemsOf(source);
  if (items.length === 0) return ['CHANGELOG.md has no items: the check itself is broken'];
  const seen = new Set();
  return items.flatMap(({ line, text }) => {
    const twice = seen.has(text);
    seen.add(text);
    return [
      ...(text.length > MOST
        ? [`CHANGELOG.md:${line}: ${text.length} characters; say it in ${MOST}, in the section of what a user does`]
        : []),
      ...(twice ? [`CHANGELOG.md:${line}: there twice`] : []),
    ];
  });
}
