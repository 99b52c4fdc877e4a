import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification, NotificationsObject } from '@kitestring/station-contract/notifications/notification.ts';
import type { CallOptions } from './call-options.ts';
import { ConnectionError } from './connection-error.ts';
import type { FlightGoal } from './flight-goals.ts';
import { FlightPreventedError } from './flight-prevented-error.ts';
import type { LiveTopic } from './live-topic.ts';
import type { Platform } from './platform.ts';
import { STALL_S, StallDetector } from './stall-detector.ts';
import type { StationClock } from './station-clock.ts';

/** Real time without a message of the flight after which the wait is given up. */
const SILENCE_MS = 30_000;

export interface FlyUntilDeps {
  readonly topic: LiveTopic<FlightState>;
  readonly clock: StationClock;
  readonly platform: Platform;
  readonly getState: (options: CallOptions) => Promise<FlightState>;
  readonly getActive: (options: CallOptions) => Promise<NotificationsObject>;
  readonly getHistory: (fromTime: string | undefined, options: CallOptions) => Promise<NotificationsObject>;
}

/**
 * Sends a flight command and waits until its goal is reported. Listens before it sends, so that nothing is missed.
 * @throws FlightPreventedError when it cannot be reached any more, or nothing moves for 30 s of station time
 * @throws ConnectionError when the station is silent for 30 s; ApiError; the reason of `signal`
 */
export async function flyUntil(
  deps: FlyUntilDeps,
  goal: FlightGoal,
  send: (options: CallOptions) => Promise<unknown>,
  { signal, ...options }: CallOptions,
): Promise<void> {
  const silence = new SilenceLimit(deps.platform, signal);
  const during: CallOptions = { ...options, signal: silence.signal };
  const reader = deps.topic.values(during);
  try {
    await reader.next();
    const before = await deps.getActive(during);
    await send(during);
    await reachGoal({ ...deps, ...during, reader, silence }, goal, before);
  } finally {
    silence.end();
    await reader.return();
  }
}

interface Flight extends FlyUntilDeps, CallOptions {
  readonly reader: AsyncIterator<FlightState, undefined>;
  readonly silence: SilenceLimit;
}

async function reachGoal(flight: Flight, goal: FlightGoal, before: NotificationsObject): Promise<void> {
  const { clock, getState, reader, silence, signal } = flight;
  const options = signal === undefined ? {} : { signal };
  const stall = new StallDetector();
  // Shows the command as under way. A message may still be one from before it, so no message alone ends the wait in failure.
  let state: FlightState | undefined = await getState(options);
  while (state !== undefined && !goal.isReached(state)) {
    silence.restart();
    if (goal.lostBecause(state) !== undefined) {
      const now = await getState(options);
      const why = goal.isReached(now) ? undefined : goal.lostBecause(now);
      if (why !== undefined) throw await prevented(flight, `${goal.title} has ended, ${why}`, now, before);
    }
    if (stall.observe(phase(state), goal.remainingM(state), clock.elapsedS())) {
      const text = `${goal.title} makes no progress for ${STALL_S} s of station time, flight_state is ${state.flight_state}`;
      throw await prevented(flight, text, state, before);
    }
    state = (await reader.next()).value;
  }
  if (state === undefined) throw new ConnectionError('UNREACHABLE', 'the client was closed');
}

/** Their altitudes start again. */
const phase = ({ flight_state, altitude_target }: FlightState): string => `${flight_state} ${altitude_target}`;

async function prevented(
  { getHistory, signal }: Flight,
  message: string,
  state: FlightState,
  before: NotificationsObject,
): Promise<FlightPreventedError> {
  const known = new Set(before.notifications.map(identity));
  const { notifications } = await getHistory(before.to_time, signal === undefined ? {} : { signal });
  return new FlightPreventedError(
    message,
    state,
    notifications.filter((notification) => !known.has(identity(notification))),
  );
}

/** With its text: an occurrence whose values have changed counts as a new one. */
const identity = ({ begin_time, code, message }: Notification): string => `${code} ${begin_time} ${message}`;

/** Aborts when it was not restarted for 30 s, or when the caller's signal aborts. */
class SilenceLimit {
  readonly signal: AbortSignal;
  readonly #platform: Platform;
  readonly #silent = new AbortController();
  #cancel: () => void = () => {};

  constructor(platform: Platform, signal: AbortSignal | undefined) {
    this.#platform = platform;
    this.signal = signal === undefined ? this.#silent.signal : AbortSignal.any([signal, this.#silent.signal]);
    this.restart();
  }

  restart(): void {
    this.#cancel();
    const reason = new ConnectionError('TIMEOUT', `no state of the flight in ${SILENCE_MS / 1000} s`);
    this.#cancel = this.#platform.schedule(SILENCE_MS, () => this.#silent.abort(reason));
  }

  end(): void {
    this.#cancel();
  }
}
