import { ADMIN_OPERATIONS } from '../admin/operations.ts';
import { getHealth, getHealthV1 } from '../health/operations.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { STATION_OPERATIONS } from '../station/operations.ts';
import { VIDEO_OPERATIONS } from '../video/operations.ts';
import { SIM_BASE } from './paths.ts';

/** No fault hits the controls of the simulator, so that it can be removed, and the health, which monitoring reads. */
export const isSpared = ({ base, id }: Operation): boolean => base === SIM_BASE || HEALTH_IDS.includes(id);

const HEALTH_IDS: readonly string[] = [getHealth.id, getHealthV1.id];

const ALL: readonly Operation[] = [...OPERATIONS, ...STATION_OPERATIONS, ...VIDEO_OPERATIONS, ...ADMIN_OPERATIONS];

/** Ids of the operations that faults between station and clients can meet. */
export const REACHED_OPERATIONS: readonly string[] = ALL.filter((operation) => !isSpared(operation)).map(
  ({ id }) => id,
);
