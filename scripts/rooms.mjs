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

/** Complains of rooms that look into each other, and of a list in which no room looks into any. */
export const judgeRooms = (modules) => {
  const rooms = looks(modules);
  const pairs = [...rooms].flatMap(([from, into]) => [...into.keys()].map((to) => [from, to]));
  const complaints = pairs.flatMap(([from, to]) => {
    const back = rooms.get(to)?.get(from);
    return back === undefined || from > to ? [] : [`${from} and ${to} look into each other: ${rooms.get(from).get(to)}, ${back}`];
  });
  if (pairs.length === 0) complaints.push(`saw ${rooms.size} rooms and no import between them: the check itself is broken`);
  return { rooms: rooms.size, looks: pairs.length, complaints };
};
