import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { FlightState, FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { Checklist } from '@kitestring/station-contract/station/checklist.ts';
import type { Incident } from '@kitestring/station-contract/station/incident.ts';
import type { Signature } from '@kitestring/station-contract/station/signature.ts';
import type { LoggedCommand } from '../channels/command.ts';
import type { NotificationEventName } from '../channels/events.ts';
import { HAZARD_NAMES, type Hazards } from '../channels/hazards.ts';
import type { TelemetryRecord } from '../channels/telemetry.ts';
import type { ByteSource } from '../mcap/read-records.ts';
import { FigureRecord, type FlightFigures, isOffGround } from '../report/figures.ts';
import { type LogFacts, type LogMessage, type ReadOptions, readFlightLog } from './read-flight-log.ts';

/** A period. `toUs` is the end of the log where the period has no end. */
interface TimeSpan {
  readonly fromUs: number;
  toUs: number;
  /** It had not ended at the end of the log. */
  isOpen: boolean;
}

export type StateSpan = TimeSpan & { readonly state: FlightStateName };
type ControlSpan = TimeSpan & { readonly who: string };
type HazardSpan = TimeSpan & { readonly name: string };
export type NotificationSpan = TimeSpan & { shown: Notification };
type FaultSpan = TimeSpan & { shown: FaultState };
type GivenCommand = LoggedCommand & { readonly timeUs: number };

/** Sensor readings at one time, and the true state of a simulated flight. */
export interface FlightSample {
  readonly timeUs: number;
  readonly telemetry: TelemetryRecord;
  readonly truth: Truth | undefined;
}

/** A flight, prepared for presentation. */
export interface LoggedFlight {
  readonly facts: LogFacts;
  readonly fromUs: number;
  readonly toUs: number;
  /** A bounded read keeps the requested number, evenly spread over the flight. */
  readonly samples: readonly FlightSample[];
  /** From all samples. */
  readonly figures: FlightFigures;
  readonly states: readonly StateSpan[];
  readonly control: readonly ControlSpan[];
  readonly hazards: readonly HazardSpan[];
  readonly notifications: readonly NotificationSpan[];
  readonly faults: readonly FaultSpan[];
  readonly commands: readonly GivenCommand[];
  /** The last one of the flight. */
  readonly incident: Incident | undefined;
  /** In the order in which they were given. */
  readonly signatures: readonly Signature[];
  /** As at the take-off. */
  readonly checklist: Checklist['items'];
  /** Where the Ground Station was at first, by its GPS. */
  readonly groundStation: LatLon | undefined;
  /** Events that a bounded reading has left out. */
  readonly leftOut: number;
}

/** Upper bounds of a bounded read, for any length of the flight. */
export interface FlightBounds {
  readonly samples: number;
  /** Maximum number of each kind. */
  readonly events: number;
}

const NO_BOUNDS: FlightBounds = { samples: Number.POSITIVE_INFINITY, events: Number.POSITIVE_INFINITY };

interface ReadFlightOptions extends Omit<ReadOptions, 'onMessage'> {
  readonly bounds?: FlightBounds;
}

/** Reads a flight from its log. @throws FlightLogFault */
export async function readFlight(source: ByteSource, options: ReadFlightOptions): Promise<LoggedFlight> {
  const builder = new FlightBuilder(options.bounds ?? NO_BOUNDS);
  const facts = await readFlightLog(source, { ...options, onMessage: (message) => builder.take(message) });
  return builder.flight(facts);
}

/** A lease that lapsed just before its renewal is no change of control that users noticed. */
const RENEWAL_US = 1_000_000;

class FlightBuilder {
  readonly #bounds: FlightBounds;
  readonly #figures = new FigureRecord();
  #samples: FlightSample[] = [];
  /** One of this many samples is kept. */
  #keptEvery = 1;
  #sampleCount = 0;
  #leftOut = 0;
  #groundStation: LatLon | undefined;
  readonly #states: StateSpan[] = [];
  readonly #control: ControlSpan[] = [];
  readonly #hazards: HazardSpan[] = [];
  readonly #notifications: NotificationSpan[] = [];
  readonly #faults = new Map<string, FaultSpan>();
  readonly #commands: GivenCommand[] = [];
  readonly #signatures = new Map<string, Signature>();
  #checklist: Checklist['items'] = [];
  #incident: Incident | undefined;
  #truth: Truth | undefined;
  #fromUs: number | undefined;
  #toUs = 0;

  constructor(bounds: FlightBounds) {
    this.#bounds = bounds;
  }

  take({ channel, timeUs, value }: LogMessage): void {
    this.#fromUs ??= timeUs;
    this.#toUs = Math.max(this.#toUs, timeUs);
    if (channel === 'telemetry') this.#takeSample({ timeUs, telemetry: value as TelemetryRecord, truth: this.#truth });
    else if (channel === 'truth') this.#truth = value as Truth;
    else if (channel === 'flightState') this.#takeState(timeUs, value as FlightState);
    else if (channel === 'handoffState') this.#takeHandoff(timeUs, value as HandoffState);
    else if (channel === 'hazards') this.#takeHazards(timeUs, value as Hazards);
    else if (channel === 'notifications') this.#takeNotification(timeUs, value as LoggedNotification);
    else if (channel === 'faults') this.#takeFault(timeUs, value as FaultState);
    else if (channel === 'incident') this.#incident = value as Incident;
    else if (channel === 'checklist') this.#takeChecklist(value as Checklist);
    else if (channel === 'signatures') this.#takeSignature(value as Signature);
    else if (channel === 'groundStationLocation') this.#groundStation ??= asLatLon(value as LoggedLocation);
    else if (channel === 'commands' && this.#hasRoom(this.#commands))
      this.#commands.push({ ...(value as LoggedCommand), timeUs });
  }

  #takeSample(sample: FlightSample): void {
    const { state = 'Unknown' } = this.#states.at(-1) ?? {};
    if (isOffGround(state)) this.#figures.add(sample);
    const isKept = this.#sampleCount % this.#keptEvery === 0;
    this.#sampleCount += 1;
    if (!isKept) return;
    this.#samples.push(sample);
    if (this.#samples.length < 2 * this.#bounds.samples) return;
    this.#samples = this.#samples.filter((_, index) => index % 2 === 0);
    this.#keptEvery *= 2;
  }

  #hasRoom({ length }: readonly unknown[]): boolean {
    const hasRoom = length < this.#bounds.events;
    if (!hasRoom) this.#leftOut += 1;
    return hasRoom;
  }

  flight(facts: LogFacts): LoggedFlight {
    const faults = [...this.#faults.values()];
    const spans = [this.#states, this.#control, this.#hazards, this.#notifications, faults].flat();
    for (const span of spans) if (span.isOpen) span.toUs = this.#toUs;
    return {
      facts,
      fromUs: this.#fromUs ?? 0,
      toUs: this.#toUs,
      samples: this.#samples,
      figures: this.#figures.figures(this.#states),
      states: this.#states,
      control: this.#control,
      hazards: this.#hazards,
      notifications: this.#notifications,
      faults,
      commands: this.#commands,
      incident: this.#incident,
      signatures: [...this.#signatures.values()],
      checklist: this.#checklist,
      groundStation: this.#groundStation,
      leftOut: this.#leftOut,
    };
  }

  /** After the landing all checks are open again. */
  #takeChecklist({ items }: Checklist): void {
    if (this.#checklist.length === 0 || !this.#states.some(({ state }) => isOffGround(state))) this.#checklist = items;
  }

  /** The start of each piece of a log repeats them. */
  #takeSignature(signature: Signature): void {
    this.#signatures.set(`${signature.signed_at} ${signature.name}`, signature);
  }

  #takeState(timeUs: number, { flight_state: state }: FlightState): void {
    const last = this.#states.at(-1);
    if (last?.state === state) return;
    if (last !== undefined) close(last, timeUs);
    if (this.#hasRoom(this.#states)) this.#states.push({ state, ...open(timeUs) });
  }

  #takeHandoff(timeUs: number, { controlling_client: holder }: HandoffState): void {
    const who = holder === null ? undefined : clientName(holder);
    const last = this.#control.at(-1);
    const isSame = last !== undefined && last.who === who;
    if (isSame && (last.isOpen || timeUs - last.toUs <= RENEWAL_US)) last.isOpen = true;
    else if (last?.isOpen === true) close(last, timeUs);
    const isNew = who !== undefined && this.#control.at(-1)?.isOpen !== true;
    if (isNew && this.#hasRoom(this.#control)) this.#control.push({ who, ...open(timeUs) });
  }

  #takeHazards(timeUs: number, hazards: Hazards): void {
    for (const name of HAZARD_NAMES) {
      const last = this.#hazards.findLast((span) => span.name === name && span.isOpen);
      const isNew = hazards[name] === true && last === undefined;
      if (isNew && this.#hasRoom(this.#hazards)) this.#hazards.push({ name, ...open(timeUs) });
      if (hazards[name] !== true && last !== undefined) close(last, timeUs);
    }
  }

  #takeNotification(timeUs: number, { event, ...shown }: LoggedNotification): void {
    const known = this.#notifications.findLast(
      (span) => span.shown.code === shown.code && span.shown.begin_time === shown.begin_time,
    );
    if (known === undefined && !this.#hasRoom(this.#notifications)) return;
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

interface LoggedLocation {
  readonly latitude: number;
  readonly longitude: number;
}

const asLatLon = ({ latitude: latDeg, longitude: lonDeg }: LoggedLocation): LatLon => ({ latDeg, lonDeg });

type LoggedNotification = Notification & { readonly event: NotificationEventName };

const open = (fromUs: number): TimeSpan => ({ fromUs, toUs: fromUs, isOpen: true });

function close(span: TimeSpan, toUs: number): void {
  span.toUs = Math.max(toUs, span.fromUs);
  span.isOpen = false;
}
