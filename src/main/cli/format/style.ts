type Paint = (text: string) => string;

/** The few ways in which the terminal's text differs. The accent is for the playhead's step alone. */
export interface Style {
  bold: Paint;
  dim: Paint;
  accent: Paint;
  user: Paint;
  assistant: Paint;
  tool: Paint;
  system: Paint;
  bad: Paint;
  match: Paint;
  /** What is left out: struck out where the terminal can. */
  struck: Paint;
}

const plain: Paint = (text) => text;
const ansi =
  (open: number, close: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;

/** Sixteen colours only, so that the person's own theme decides how they look. */
export function createStyle(colour: boolean): Style {
  return colour
    ? {
        bold: ansi(1, 22),
        dim: ansi(2, 22),
        accent: ansi(33, 39),
        user: ansi(34, 39),
        assistant: ansi(32, 39),
        tool: ansi(35, 39),
        system: ansi(36, 39),
        bad: ansi(31, 39),
        match: ansi(7, 27),
        struck: ansi(9, 29),
      }
    : {
        bold: plain,
        dim: plain,
        accent: plain,
        user: plain,
        assistant: plain,
        tool: plain,
        system: plain,
        bad: plain,
        match: plain,
        struck: plain,
      };
}

/** Colour is for people: on a terminal, unless NO_COLOR says otherwise (no-color.org) or the terminal can do nothing. */
export function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** The colour of a role, the same in every command. */
export function roleStyle(style: Style, role: string | null): Paint {
  if (role === 'user') return style.user;
  if (role === 'assistant') return style.assistant;
  if (role === 'tool') return style.tool;
  return role === 'system' ? style.system : plain;
}

/** What every formatter needs to know of where its lines go. */
export interface Layout {
  /** Columns of the terminal. */
  width: number;
  style: Style;
  /** Epoch ms that relative times count from. */
  now: number;
}
