import type { GraphDrawing } from './document.ts';

/** Text inside quotes of Mermaid: what it reads as markup, an entity or an end is written as its number. */
const quoted = (text: string, most = 80): string => {
  const line = text.toWellFormed().replace(/\s+/g, ' ').trim();
  const short = line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
  return short.replace(/[^\p{L}\p{N} .,:/·…~–+-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
};

/** Phases side by side that can still be read where a page presses them into its width; more go down. */
const ACROSS = 4;

/** Phases as a Mermaid flow chart, each tape in a box of its own where there are several. */
export function mermaidOf({ lanes, cards, edges }: GraphDrawing): string {
  const card = (at: number): string => {
    const { name, derived, line, figures } = cards[at] ?? { name: '', derived: false, line: '', figures: [] };
    // A line for each: Mermaid breaks a long one where it likes.
    const lines = [name, line, ...figures.map(({ words, value }) => `${words} ${value}`)].filter(Boolean);
    const text = `"${lines.map((one) => quoted(one)).join('<br/>')}"`;
    return `p${at}${derived ? `([${text}])` : `[${text}]`}`;
  };
  const boxes = lanes.flatMap((lane, at) => {
    const inside = lane.cards.map((place) => `    ${card(place)}`);
    return lanes.length === 1 ? inside : [`  subgraph t${at}["${quoted(lane.title)}"]`, ...inside, '  end'];
  });
  const arrows = edges.map(({ from, to, above, below, warn }) => {
    const words = [above, below].filter(Boolean).map((one) => quoted(one));
    return `  p${from} ${warn ? '-.->' : '-->'}${words.length === 0 ? '' : `|"${words.join('<br/>')}"|`} p${to}`;
  });
  const direction = lanes.some((lane) => lane.cards.length > ACROSS) ? 'TD' : 'LR';
  return `${[`flowchart ${direction}`, ...boxes, ...arrows].join('\n')}\n`;
}
