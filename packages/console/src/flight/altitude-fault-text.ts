import type { Quantities } from '../quantities/quantities.ts';
import type { Words } from '../words/words.ts';
import type { AltitudeFault } from './altitude-limits.ts';

/** Reason for which an altitude is refused, with the limit in the unit of input. */
export const altitudeFaultText = (fault: AltitudeFault, { flight }: Words, quantities: Quantities): string =>
  flight.fault(fault.kind, 'limitM' in fault ? quantities.enteredText(fault.limitM) : '');
