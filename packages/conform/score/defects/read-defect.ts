import type { Defect, DefectChange } from '../defect.ts';

/** A defect that a run of the level `read` must find. */
export const read = (
  id: string,
  does: string,
  caughtBy: string,
  make: () => DefectChange,
  hasVideo = false,
): Defect => ({
  ...{ id, does, caughtBy, level: 'read', make },
  ...(hasVideo && { hasVideo }),
});
