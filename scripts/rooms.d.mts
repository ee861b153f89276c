export const judgeRooms: (modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[]) => {
  rooms: number;
  looks: number;
  complaints: string[];
};
