import type { Quantities } from '../quantities/quantities.ts';
import type { Words } from '../words/words.ts';
import type { AltitudeFault } from './altitude-limits.ts';

/** Why an altitude is not taken, with the limit as it is entered. */
export const altitudeFaultText = (fault: AltitudeFault, { flight }: Words, quantities: Quantities): string =>
  flight.fault(fault.kind, 'limitM' in fault ? quantities.enteredText(fault.limitM) : '');
