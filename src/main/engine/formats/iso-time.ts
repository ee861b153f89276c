/** What is not a digit in `2026-01-05T09:08:07.654Z`, which is how all agents write a time. */
const [HYPHEN, T, COLON, DOT, Z] = [0x2d, 0x54, 0x3a, 0x2e, 0x5a];
const LENGTH = 24;

/** The day that was asked for last, as one number, and when it began. */
let day = -1;
let began = Number.NaN;

/** The number in `from` … `to` of a text; NaN where something in it is not a digit. */
const digits = (text: string, from: number, to: number): number => {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
};

const isUsual = (text: string): boolean =>
  text.length === LENGTH &&
  text.charCodeAt(4) === HYPHEN &&
  text.charCodeAt(7) === HYPHEN &&
  text.charCodeAt(10) === T &&
  text.charCodeAt(13) === COLON &&
  text.charCodeAt(16) === COLON &&
  text.charCodeAt(19) === DOT &&
  text.charCodeAt(23) === Z;

const beganAt = (text: string): number => {
  const asked = digits(text, 0, 4) * 10_000 + digits(text, 5, 7) * 100 + digits(text, 8, 10);
  if (asked !== day) {
    day = asked;
    began = Date.parse(`${text.slice(0, 10)}T00:00:00.000Z`);
  }
  return began;
};

/** `Date.parse`, at a third of the time for what logs hold: records come in days, of which only the first is looked up. */
export function isoTime(text: string): number {
  if (!isUsual(text)) return Date.parse(text);
  const [hours, minutes, seconds] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  // 24:00:00 is the next day; the language knows, and says no to everything else.
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return Date.parse(text);
  const time = beganAt(text) + (hours * 3600 + minutes * 60 + seconds) * 1000 + digits(text, 20, 23);
  return Number.isNaN(time) ? Date.parse(text) : time;
}
