import type { Command } from '../channels/command.ts';

/** A request for control that was granted: clients repeat it all the time, and the lane of control shows what came of it. */
export const isRenewal = ({ operation, status }: Command): boolean =>
  operation === 'handoff.control.request' && status < 400;
