import type { FlightState, FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import { clientNameOf } from '@kitestring/contract/handoff/client-name.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import type { FaultState } from '@kitestring/contract/sim/fault.ts';
import type { Truth } from '@kitestring/contract/sim/truth.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import type { Command } from '../channels/command.ts';
import type { NotificationEventName } from '../channels/events.ts';
import { HAZARD_NAMES, type Hazards } from '../channels/hazards.ts';
import type { Telemetry } from '../channels/telemetry.ts';
import type { ByteSource } from '../mcap/read-records.ts';
import { type LogFacts, type LogMessage, type ReadOptions, readFlightLog } from './read-flight-log.ts';

/** Something that lasted. `toUs` is the end of the log where it had no end. */
export interface Span {
  readonly fromUs: number;
  toUs: number;
  /** It went on when the log ended. */
  isOpen: boolean;
}

export type StateSpan = Span & { readonly state: FlightStateName };
export type ControlSpan = Span & { readonly who: string };
export type HazardSpan = Span & { readonly name: string };
export type NotificationSpan = Span & { shown: Notification };
export type FaultSpan = Span & { shown: FaultState };
export type GivenCommand = Command & { readonly timeUs: number };

/** What the sensors said at one moment, and what was really so if the flight was simulated. */
export interface FlightSample {
  readonly timeUs: number;
  readonly telemetry: Telemetry;
  readonly truth: Truth | undefined;
}

/** A flight as a person looks at it. */
export interface Flight {
  readonly facts: LogFacts;
  readonly fromUs: number;
  readonly toUs: number;
  readonly samples: readonly FlightSample[];
  readonly states: readonly StateSpan[];
  readonly control: readonly ControlSpan[];
  readonly hazards: readonly HazardSpan[];
  readonly notifications: readonly NotificationSpan[];
  readonly faults: readonly FaultSpan[];
  readonly commands: readonly GivenCommand[];
}

/** Reads a flight from its log. @throws FlightLogFault */
export async function readFlight(source: ByteSource, options: Omit<ReadOptions, 'onMessage'>): Promise<Flight> {
  const builder = new FlightBuilder();
  const facts = await readFlightLog(source, { ...options, onMessage: (message) => builder.take(message) });
  return builder.flight(facts);
}

/** A lease that ran out a moment before it was renewed is no change of control that anybody noticed. */
const RENEWAL_US = 1_000_000;

class FlightBuilder {
  readonly #samples: FlightSample[] = [];
  readonly #states: StateSpan[] = [];
  readonly #control: ControlSpan[] = [];
  readonly #hazards: HazardSpan[] = [];
  readonly #notifications: NotificationSpan[] = [];
  readonly #faults = new Map<string, FaultSpan>();
  readonly #commands: GivenCommand[] = [];
  #truth: Truth | undefined;
  #fromUs: number | undefined;
  #toUs = 0;

  take({ channel, timeUs, value }: LogMessage): void {
    this.#fromUs ??= timeUs;
    this.#toUs = Math.max(this.#toUs, timeUs);
    if (channel === 'telemetry') this.#samples.push({ timeUs, telemetry: value as Telemetry, truth: this.#truth });
    else if (channel === 'truth') this.#truth = value as Truth;
    else if (channel === 'flightState') this.#takeState(timeUs, value as FlightState);
    else if (channel === 'handoffState') this.#takeHandoff(timeUs, value as HandoffState);
    else if (channel === 'hazards') this.#takeHazards(timeUs, value as Hazards);
    else if (channel === 'notifications') this.#takeNotification(timeUs, value as LoggedNotification);
    else if (channel === 'faults') this.#takeFault(timeUs, value as FaultState);
    else if (channel === 'commands') this.#commands.push({ ...(value as Command), timeUs });
  }

  flight(facts: LogFacts): Flight {
    const faults = [...this.#faults.values()];
    const spans = [this.#states, this.#control, this.#hazards, this.#notifications, faults].flat();
    for (const span of spans) if (span.isOpen) span.toUs = this.#toUs;
    return {
      facts,
      fromUs: this.#fromUs ?? 0,
      toUs: this.#toUs,
      samples: this.#samples,
      states: this.#states,
      control: this.#control,
      hazards: this.#hazards,
      notifications: this.#notifications,
      faults,
      commands: this.#commands,
    };
  }

  #takeState(timeUs: number, { flight_state: state }: FlightState): void {
    const last = this.#states.at(-1);
    if (last?.state === state) return;
    if (last !== undefined) close(last, timeUs);
    this.#states.push({ state, ...open(timeUs) });
  }

  #takeHandoff(timeUs: number, { controlling_client: holder }: HandoffState): void {
    const who = holder === null ? undefined : clientNameOf(holder);
    const last = this.#control.at(-1);
    const isSame = last !== undefined && last.who === who;
    if (isSame && (last.isOpen || timeUs - last.toUs <= RENEWAL_US)) last.isOpen = true;
    else if (last?.isOpen === true) close(last, timeUs);
    if (who !== undefined && this.#control.at(-1)?.isOpen !== true) this.#control.push({ who, ...open(timeUs) });
  }

  #takeHazards(timeUs: number, hazards: Hazards): void {
    for (const name of HAZARD_NAMES) {
      const last = this.#hazards.findLast((span) => span.name === name && span.isOpen);
      if (hazards[name] === true && last === undefined) this.#hazards.push({ name, ...open(timeUs) });
      if (hazards[name] !== true && last !== undefined) close(last, timeUs);
    }
  }

  #takeNotification(timeUs: number, { event, ...shown }: LoggedNotification): void {
    const known = this.#notifications.findLast(
      (span) => span.shown.code === shown.code && span.shown.begin_time === shown.begin_time,
    );
    const span = known ?? { shown, ...open(timeUs) };
    if (known === undefined) this.#notifications.push(span);
    span.shown = shown;
    if (event === 'end') close(span, timeUs);
  }

  #takeFault(timeUs: number, shown: FaultState): void {
    if (shown.status === 'scheduled') return;
    const beginUs = shown.begin_time === undefined ? timeUs : (parseTimestamp(shown.begin_time) ?? timeUs);
    const span = this.#faults.get(shown.id) ?? { shown, ...open(Math.min(beginUs, timeUs)) };
    this.#faults.set(shown.id, span);
    span.shown = shown;
    if (shown.status !== 'active') close(span, timeUs);
  }
}

type LoggedNotification = Notification & { readonly event: NotificationEventName };

const open = (fromUs: number): Span => ({ fromUs, toUs: fromUs, isOpen: true });

function close(span: Span, toUs: number): void {
  span.toUs = Math.max(toUs, span.fromUs);
  span.isOpen = false;
}
