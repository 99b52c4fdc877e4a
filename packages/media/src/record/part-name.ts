/** A picture of another size needs another file: `main.mp4`, then `main-2.mp4`. */
export const partName = (fileId: string, part: number): string =>
  part === 1 ? fileId : fileId.replace(/(\.[^.]*)?$/, `-${part}$1`);

/** A camera that changes its size more often than this in one recording is broken. */
export const PARTS_MAX = 32;

/** The parts of a file that are among these names, in order. */
export const partsAmong = (names: Iterable<string>, fileId: string): string[] => {
  const known = new Set(names);
  return Array.from({ length: PARTS_MAX }, (_, index) => partName(fileId, index + 1)).filter((name) => known.has(name));
};
