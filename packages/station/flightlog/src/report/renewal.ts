import type { LoggedCommand } from '../channels/command.ts';

/** A granted renewal of control: clients repeat it all the time, and the lane of control shows the result. */
export const isRenewal = ({ operation, status }: LoggedCommand): boolean =>
  operation === 'handoff.control.request' && status < 400;
