/**
 * 1148 → "1,148", as `toLocaleString('en-US')` writes whole numbers. That one loads the tables of all languages when it is first called,
 * which costs a command of the terminal more than a third of its start.
 */
export function figure(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
