/** Today as the calendar on the wall has it: YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Tags as a person types them, between commas or spaces: each once, in small letters. */
export function tagsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[,;\s]+/)
        .filter(Boolean),
    ),
  ];
}
