const tokens = {
  text: '--text',
  dim: '--dim',
  faint: '--faint',
  line: '--line',
  lineStrong: '--line-strong',
  panel: '--panel',
  sunk: '--sunk',
  head: '--head',
  onHead: '--on-head',
  user: '--k-user',
  assistant: '--k-assistant',
  call: '--k-call',
  result: '--k-result',
  anchor: '--k-anchor',
  event: '--k-event',
  error: '--k-error',
  curve: '--curve',
  warn: '--warn',
} as const;

/** The window's colours, resolved for a canvas, which knows no variables. */
export type Colours = Readonly<Record<keyof typeof tokens, string>>;

/** Reads the tokens as they hold for `element` now, in light or dark. */
export function readColours(element: HTMLElement): Colours {
  const probe = element.ownerDocument.createElement('i');
  probe.style.display = 'none';
  // Where the system gives the colours, all of them would come out as one: what a canvas draws is data.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const resolved = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(resolved) as Colours;
}
