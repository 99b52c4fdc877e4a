import type { Case } from './case.ts';
import { closing, others } from './ending-cases.ts';
import { fragments, framing, opcodes, pings, reserved } from './frame-cases.ts';
import { texts } from './text-cases.ts';

/**
 * The cases of the Autobahn test suite, sections 1 to 7 and 10, and some of our own; numbers are the suite's. None may
 * fail, none may be what the suite calls non-strict.
 */
export const SECTIONS: Readonly<Record<string, readonly Case[]>> = {
  framing,
  pings,
  reserved,
  opcodes,
  fragments,
  texts,
  closing,
  others,
};
