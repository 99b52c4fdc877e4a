import { anyOf } from '../operation.ts';

/** Base path of the simulator controls, below the root of the server. */
export const SIM_BASE = '/sim/v1';

/** Common to all simulator controls. A test at full speed must not be slowed down by a rate limit. */
export const CONTROL = { base: SIM_BASE, access: anyOf('experimental', 'internal'), isUnlimited: true } as const;
