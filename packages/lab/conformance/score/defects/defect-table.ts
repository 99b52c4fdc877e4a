import type { Defect, DefectChange } from '../defect.ts';

/** Seeded defects by their ids. */
export type DefectTable = Readonly<Record<string, Omit<Defect, 'id'>>>;

type More = Partial<Omit<Defect, 'id' | 'does' | 'caughtBy' | 'make'>>;

/** Creates defects with common properties. */
export const defectWith =
  (common: More & Pick<Defect, 'level'>) =>
  (does: string, caughtBy: string, make: () => DefectChange, more: More = {}): Omit<Defect, 'id'> => ({
    ...common,
    does,
    caughtBy,
    make,
    ...more,
  });

/** A defect that a run of the level `read` must find. */
export const read = defectWith({ level: 'read' });

/** The defect is in the video streams. */
export const VIDEO: More = { hasVideo: true };
