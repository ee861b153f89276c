// Classes of Unicode are made where they are needed: each takes up to half a millisecond, of the thirty that a command of the terminal has.

/** East Asian wide and full-width characters, which take two columns. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
/** Latin, dashes and quotes, arrows: one column each and never joined, so that most lines need no more than this. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u22ff]*$/;
/**
 * What a person sees as one character: flags, and anything with its marks, joiners and skin tones. Intl.Segmenter knows
 * more scripts by heart, but the first use of it takes longer than the rest of a command.
 */
const clustersOf = (text: string): string[] =>
  text.match(/\p{RI}{2}|.[[\p{M}\p{Cf}\u{1f3fb}-\u{1f3ff}]--[\u200d]]*(?:\u200d.[[\p{M}\p{Cf}\u{1f3fb}-\u{1f3ff}]--[\u200d]]*)*/gsv) ?? [];

const widthOfCluster = (cluster: string): number => {
  if (WIDE.test(cluster) || /\p{Emoji_Presentation}|\ufe0f/u.test(cluster)) return 2;
  return /^[\p{M}\p{Cf}\u1160-\u11ff]+$/u.test(cluster) ? 0 : 1;
};

/** Columns that a line without control characters takes in a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return clustersOf(text).reduce((width, cluster) => width + widthOfCluster(cluster), 0);
}

/** How many of the clusters fit into `room` columns, one after the other. */
const fitting = (clusters: readonly string[], room: number): number => {
  let used = 0;
  const over = clusters.findIndex((cluster) => {
    used += widthOfCluster(cluster);
    return used > room;
  });
  return over < 0 ? clusters.length : over;
};

/** As much of the beginning as fits into `width` columns, with an ellipsis where something was cut. */
export function truncate(text: string, width: number): string {
  const plain = PLAIN.test(text);
  if (plain && text.length <= width) return text;
  if (width <= 0) return '';
  if (plain) return `${text.slice(0, width - 1).trimEnd()}…`;
  const clusters = clustersOf(text);
  if (fitting(clusters, width) === clusters.length) return text;
  const kept = clusters.slice(0, fitting(clusters, width - 1)).join('');
  return `${kept.trimEnd()}…`;
}

/** As much of the end as fits: of a path the last parts say most. */
export function truncateStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const backwards = clustersOf(text).reverse();
  const kept = backwards.slice(0, fitting(backwards, width - 1)).reverse();
  return `…${kept.join('')}`;
}

export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const missing = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + missing : missing + text;
}

/** Text in pieces that take `width` columns each at most; a piece holds one character at least. */
export function pieces(text: string, width: number): string[] {
  if (PLAIN.test(text) && text.length <= width) return [text];
  const clusters = clustersOf(text);
  const found: string[] = [];
  for (let at = 0; at < clusters.length; ) {
    const taken = Math.max(1, fitting(clusters.slice(at, at + width), width));
    found.push(clusters.slice(at, at + taken).join(''));
    at += taken;
  }
  return found;
}
