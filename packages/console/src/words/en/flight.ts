import type { FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import type { LidsState } from '@kitestring/contract/system/system-state.ts';
import type { AltitudeFault, CeilingName } from '../../flight/altitude-limits.ts';
import type { NoActionReason } from '../../flight/context-action.ts';

const states: Readonly<Record<FlightStateName, { readonly name: string; readonly meaning: string }>> = {
  Unknown: { name: 'Unknown', meaning: 'No Kite, or no data from it.' },
  StandBy: { name: 'Standby', meaning: 'Ready on the ground.' },
  TakingOff: { name: 'Taking off', meaning: 'Lids, checks, first climb.' },
  Flying: { name: 'Flying', meaning: 'Holds its altitude.' },
  Landing: { name: 'Landing', meaning: 'Comes down and closes the lids.' },
  SafetyLanding: { name: 'Safety landing', meaning: 'Comes down because something failed.' },
  SafetyDescending: { name: 'Safety descent', meaning: 'Goes down to a safe altitude.' },
};

const ceilings: Readonly<Record<CeilingName, string>> = {
  hard: 'Hard max',
  soft: 'Soft max',
  gps: 'No GPS',
  descent: 'Descent',
};

const lidsStates: Readonly<Record<LidsState, string>> = {
  Closed: 'closed',
  Opening: 'opening',
  Opened: 'open',
  Closing: 'closing',
};

const noAction: Readonly<Record<NoActionReason, string>> = {
  safetyLanding: 'A safety landing cannot be aborted.',
  unknown: 'No data from the Kite.',
  stale: 'What is shown is old.',
  mayNotControl: 'This sign-in may only look.',
};

const meters = (altitudeM: number) => `${Number(altitudeM.toFixed(2))} m`;

function fault(broken: AltitudeFault): string {
  switch (broken.kind) {
    case 'notANumber':
      return 'Enter an altitude in metres.';
    case 'tooLow':
      return `Not below ${meters(broken.limitM)}: lower than that is landing.`;
    case 'hard':
      return `It must be below the hard maximum of ${meters(broken.limitM)}.`;
    case 'soft':
      return `It must be below the soft maximum of ${meters(broken.limitM)}.`;
    case 'gps':
      return `Without GPS it must be below ${meters(broken.limitM)}.`;
    case 'descent':
      return `In a safety descent it must be below ${meters(broken.limitM)}.`;
  }
}

export const flight = {
  title: 'Flight',
  states,
  climbing: (targetM: number) => `Climbs to ${meters(targetM)}.`,
  sinking: (targetM: number) => `Goes down to ${meters(targetM)}.`,
  takeOff: 'Take off',
  land: 'Land',
  abort: 'Abort',
  stop: 'Stop here',
  noAction,
  sent: 'Sent, waiting for the station',
  doubtful: 'The station took it but shows something else.',
  brokenOff: 'The take-off was broken off.',
  ageS: (seconds: number) => `${seconds} s old`,
  altitude: 'Altitude',
  target: 'Target',
  targetSent: (altitudeM: number) => `Sent: ${meters(altitudeM)}, waiting`,
  targetDoubtful: (altitudeM: number) => `${meters(altitudeM)} was taken, but the target is another.`,
  notSent: 'Not sent yet',
  releaseToSend: 'Release to send',
  set: 'Set',
  step: (byM: number) => (byM > 0 ? `${byM} m up` : `${-byM} m down`),
  targetSlider: 'Target altitude',
  meters,
  ceilings,
  fault,
  softMax: 'Soft max',
  softMaxTitle: 'Highest altitude to be asked for',
  softMaxField: 'Soft maximum, metres',
  softMaxHint: (hardMaxM: number) =>
    `A Kite above it comes down at once. ${meters(hardMaxM)} means no limit of your own.`,
  softMaxNone: 'No limit',
  heading: 'Heading',
  wind: 'Wind',
  windFrom: (degrees: number) => `from ${degrees}°`,
  flightTime: 'Flight time',
  totalHours: 'Flight hours',
  kiteBattery: 'Kite battery',
  stationBattery: 'Station battery',
  lids: 'Lids',
  lidsStates,
  openLids: 'Open lids',
  closeLids: 'Close lids',
  brake: 'Parking brake',
  brakeStates: { Engaged: 'engaged', Disengaged: 'released' },
  button: 'Safety button',
  buttonStates: { Pressed: 'pressed', NotPressed: 'released' },
  altitudeInFlight: 'The altitude can be set once it flies.',
};
