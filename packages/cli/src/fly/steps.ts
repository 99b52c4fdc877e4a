import { wrap180 } from '@kitestring/base/angles.ts';
import { ControlNotGrantedError } from '@kitestring/client/hold-control.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import { NotReachedFault } from './goal.ts';
import { type Pilot, reached } from './pilot.ts';
import { TurnCounter } from './turn-counter.ts';

export interface FlightStep {
  readonly title: string;
  /** It is left out of the flight of a Kite without one. */
  readonly needs?: 'camera';
  run(pilot: Pilot): Promise<void>;
}

export interface FlightPlan {
  readonly altitudeM: number;
  /** Override the client in control. */
  readonly override: boolean;
}

export const TAKE_OFF_TITLE = 'Take off';

/** How near counts as there: what wind and the gimbal leave. */
const WITHIN_PAN_DEG = 3;
const WITHIN_TILT_DEG = 1;
/** The travel of the gimbal is relative to the Kite, and a Kite leans into the wind: this much of it may be missing. */
const LEAN_DEG = 15;

/** The demonstration: up, once round and back, look down, and down again. */
export const demonstrationSteps = ({ altitudeM, override }: FlightPlan): readonly FlightStep[] => [
  { title: 'Stand by on the ground', run: standBy },
  { title: 'Take control', run: (pilot) => takeControl(pilot, override) },
  { title: TAKE_OFF_TITLE, run: takeOff },
  { title: `Climb to ${altitudeM} m`, run: (pilot) => climb(pilot, altitudeM) },
  { title: 'Pan +180°', needs: 'camera', run: (pilot) => pan(pilot, 180) },
  { title: 'Pan −180°', needs: 'camera', run: (pilot) => pan(pilot, -180) },
  { title: 'Tilt +20°', needs: 'camera', run: (pilot) => tilt(pilot, 20) },
  { title: 'Land', run: land },
];

/** Waits until station and Kite are ready after a start; another client's flight is left alone. */
async function standBy(pilot: Pilot): Promise<void> {
  const { watch } = pilot;
  pilot.tell(() => (watch.flight === undefined ? 'waiting for the first state' : `${watch.flight.flight_state}`));
  await reached(pilot, {
    isReached: ({ flight, system }) =>
      flight?.flight_state === 'StandBy' && system !== undefined && system.drone_id?.status !== 'CHECKING',
    isLost: ({ flight }) =>
      flight?.flight_state === 'Flying' || flight?.flight_state === 'TakingOff'
        ? `the Kite is ${flight.flight_state} already; land it first`
        : undefined,
  });
}

async function takeControl({ control, signal, tell }: Pilot, override: boolean): Promise<void> {
  try {
    await control.take({
      override,
      signal,
      onQueued: (holder) =>
        tell(() => `waiting, ${holder === null ? 'another client' : clientName(holder)} is in control`),
    });
  } catch (error) {
    if (!(error instanceof ControlNotGrantedError)) throw error;
    throw new NotReachedFault(`${error.message}; request it, or override with --override`);
  }
}

async function takeOff({ client, signal, tell, watch }: Pilot): Promise<void> {
  const { altitude_takeoff: heightM = 1 } = await client.flight.getFlightInfo();
  tell(() => {
    const lids = watch.system?.rtb_lids_state;
    if (lids === 'Opening' || lids === 'Closed') return `lids ${lids.toLowerCase()}`;
    return (watch.flight?.altitude ?? 0) > 0.1
      ? `${metres(watch.flight?.altitude)} of ${heightM} m`
      : 'preflight checks';
  });
  await client.flight.takeOff({ until: 'Flying', signal });
}

async function climb({ client, signal, tell, watch }: Pilot, altitudeM: number): Promise<void> {
  const missingM = () => Math.abs(altitudeM - (watch.flight?.altitude ?? 0));
  tell(() => `${metres(watch.flight?.altitude)}, ${metres(missingM())} to go`);
  await client.flight.setAltitude({ altitude: altitudeM }, { until: 'reached', signal });
}

/** A turn the way the sign says; it ends where it should, whichever way that was. */
async function pan(pilot: Pilot, byDeg: number): Promise<void> {
  const { client, watch } = pilot;
  const startDeg = watch.camera?.pan_ned ?? (await client.camera.getCameraState()).pan_ned;
  if (startDeg === undefined) throw new NotReachedFault('the camera reports no bearing');
  await client.camera.rotateCameraByAngle({ pan: byDeg });
  const turn = new TurnCounter(startDeg, byDeg < 0 ? -1 : 1);
  let turnedDeg = 0;
  pilot.tell(() => `${Math.round(turnedDeg)}° of ${Math.abs(byDeg)}°`);
  await reached(pilot, {
    isReached: ({ camera, flight }) => {
      turnedDeg = turn.observe(camera?.pan_ned ?? startDeg);
      const missingDeg = wrap180((camera?.pan_ned ?? startDeg) - (startDeg + byDeg));
      return Math.abs(missingDeg) <= WITHIN_PAN_DEG && flight?.is_rotating !== true;
    },
    remaining: () => Math.abs(byDeg) - turnedDeg,
    isLost: leftFlying,
  });
}

async function tilt(pilot: Pilot, byDeg: number): Promise<void> {
  const { client, watch } = pilot;
  const { tilt_max: maxDeg = 180 } = await client.camera.getCameraInfo();
  const startDeg = watch.camera?.tilt_ned ?? (await client.camera.getCameraState()).tilt_ned;
  if (startDeg === undefined) throw new NotReachedFault('the camera reports no bearing');
  const hasRoom = startDeg + byDeg <= maxDeg - LEAN_DEG;
  // An earlier flight has left the camera looking down: level first, so that there is a tilt to see.
  if (!hasRoom) await tiltTo(pilot, 0, () => client.camera.rotateCameraToAngle({ tilt_ned: 0 }));
  const goalDeg = (hasRoom ? startDeg : 0) + byDeg;
  await tiltTo(pilot, goalDeg, () => client.camera.rotateCameraByAngle({ tilt: byDeg }));
}

async function tiltTo(pilot: Pilot, goalDeg: number, command: () => Promise<unknown>): Promise<void> {
  const { watch } = pilot;
  await command();
  const missingDeg = () => Math.abs(goalDeg - (watch.camera?.tilt_ned ?? Number.NaN));
  pilot.tell(() => `${missingDeg().toFixed(0)}° to go`);
  await reached(pilot, { isReached: () => missingDeg() <= WITHIN_TILT_DEG, remaining: missingDeg, isLost: leftFlying });
}

/** Down to `StandBy`. Also how a flight that went wrong ends, so it looks at the state itself: messages may be older than an answer. */
export async function land(pilot: Pilot): Promise<void> {
  const { watch } = pilot;
  pilot.tell(() => `${watch.flight?.flight_state}, ${metres(watch.flight?.altitude)}`);
  while ((await sendDown(pilot)) !== 'StandBy') {
    await reached(pilot, {
      isReached: ({ flight }) => flight?.flight_state === 'StandBy',
      remaining: ({ flight }) => flight?.altitude,
    });
  }
}

async function sendDown({ client: { flight } }: Pilot): Promise<FlightState['flight_state']> {
  let { flight_state: state } = await flight.getFlightState();
  if (state === 'TakingOff') {
    await flight.abort();
    // A take-off that had ended meanwhile has become a hover.
    ({ flight_state: state } = await flight.getFlightState());
  }
  if (state === 'Flying' || state === 'SafetyDescending') await flight.land();
  return state;
}

/** A safety reaction, or a landing by another client, ends the demonstration. */
function leftFlying({ flight }: Pilot['watch']): string | undefined {
  const state = flight?.flight_state;
  return state === 'Flying' ? undefined : `the Kite is no longer Flying but in ${state}`;
}

const metres = (altitudeM: number | undefined): string => `${(altitudeM ?? 0).toFixed(1)} m`;
