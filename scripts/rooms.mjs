/** Rooms of the engine: the folders of it. The files next to them wire the rooms, and tests look wherever they like. */
const ROOM = /^src\/main\/engine\/([^/]+)\/(.+)$/;
const TEST = /\.test\.ts$|(^|\/)testing(\/|\.ts$)/;

const roomOf = (path) => {
  const [, room, file] = ROOM.exec(path) ?? [];
  return room === undefined || room === 'testing' || TEST.test(file) ? null : room;
};

/** Which room looks into which, by imports of any kind, each with one file that does. */
const looks = (modules) => {
  const rooms = new Map();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === null) continue;
    const into = rooms.get(from) ?? new Map();
    rooms.set(from, into);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (to !== null && to !== from && !into.has(to)) into.set(to, `${source} → ${resolved}`);
    }
  }
  return rooms;
};

/** The shortest way of looks from one room to another, as the imports on it; null where there is none. */
const wayTo = (rooms, from, to) => {
  const ways = [[from, []]];
  const seen = new Set([from]);
  for (const [room, imports] of ways)
    for (const [next, file] of rooms.get(room) ?? []) {
      if (next === to) return [...imports, file];
      if (!seen.has(next)) ways.push([next, [...imports, file]]);
      seen.add(next);
    }
  return null;
};

/** Complains of rooms that look into each other, at once or by way of others, and of a list in which no room looks into any. */
export function judgeRooms(modules) {
  const rooms = looks(modules);
  const pairs = [...rooms].flatMap(([from, into]) => [...into.keys()].map((to) => [from, to]));
  const complaints = pairs.flatMap(([from, to]) => {
    const back = wayTo(rooms, to, from);
    return back === null ? [] : [`${from} and ${to} look into each other: ${[rooms.get(from).get(to), ...back].join(', ')}`];
  });
  if (pairs.length === 0) complaints.push(`saw ${rooms.size} rooms and no import between them: the check itself is broken`);
  return { rooms: rooms.size, looks: pairs.length, complaints };
}
