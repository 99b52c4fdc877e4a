import { anyOf } from '../operation.ts';

/** Where the controls of the simulator are, below the root of the server. */
export const SIM_BASE = '/sim/v1';

/** What all of them have in common. A program that tests at full speed must not be slowed down by a limit on its requests. */
export const CONTROL = { base: SIM_BASE, access: anyOf('experimental', 'internal'), isUnlimited: true } as const;
