/** A change of the picture size needs a new file: `main.mp4`, then `main-2.mp4`. */
export const partName = (fileId: string, part: number): string =>
  part === 1 ? fileId : fileId.replace(/(\.[^.]*)?$/, `-${part}$1`);

/** More changes of size in one recording indicate a broken camera. */
export const PARTS_MAX = 32;

/** The parts of a file among these names, in order. */
export const partsAmong = (names: Iterable<string>, fileId: string): string[] => {
  const known = new Set(names);
  return Array.from({ length: PARTS_MAX }, (_, index) => partName(fileId, index + 1)).filter((name) => known.has(name));
};
