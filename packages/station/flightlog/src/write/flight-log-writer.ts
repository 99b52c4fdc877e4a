import type { Topic } from '@kitestring/base/topic.ts';
import type { AnsweredRequest } from '@kitestring/station-contract/answered-request.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { Signature } from '@kitestring/station-contract/station/signature.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { ChannelName } from '../channels/channels.ts';
import type { LoggedCommand } from '../channels/command.ts';
import type { NotificationEventName } from '../channels/events.ts';
import { LEVEL_OF_SEVERITY, type LogLevel, locationFix, logLine } from '../channels/foxglove.ts';
import { loggedHandoff } from '../channels/handoff.ts';
import { type Hazards, hazardsOf, isSameHazards } from '../channels/hazards.ts';
import type { SessionCount } from '../channels/session-count.ts';
import { telemetryOf } from '../channels/telemetry-of.ts';
import { logEncoder } from '../encode/log-encoder.ts';
import type { MessageRecords } from '../encode/message-records.ts';

/** Data that only a simulated aircraft has. */
export interface SimulatedSources {
  truth(): Truth;
  faults(): readonly FaultState[];
}

/** Present target of messages. */
export interface OpenPiece {
  records: MessageRecords;
}

interface FlightLogWriterDeps {
  readonly station: Station;
  /** Absent with a real aircraft. */
  readonly simulated: SimulatedSources | undefined;
  readonly sessions: SessionCount;
  readonly piece: OpenPiece;
}

type StateChannel = 'flightState' | 'cameraState' | 'systemState';

/** Writes the station's events and states as log messages. The caller decides what is written when. */
export class FlightLogWriter {
  readonly #station: Station;
  readonly #simulated: SimulatedSources | undefined;
  readonly #sessions: SessionCount;
  readonly #piece: OpenPiece;
  readonly #versions = new Map<StateChannel, number>();
  readonly #notificationBegins = new Map<number, string>();
  readonly #faultStatuses = new Map<string, FaultState['status']>();
  #sample: AircraftSample | undefined;
  #isSampleNew = false;
  #hazards: Hazards | undefined;

  constructor({ piece, sessions, simulated, station }: FlightLogWriterDeps) {
    this.#station = station;
    this.#simulated = simulated;
    this.#sessions = sessions;
    this.#piece = piece;
  }

  /** The newest sample; undefined before the first. */
  get sample(): AircraftSample | undefined {
    return this.#sample;
  }

  accept(sample: AircraftSample): void {
    this.#sample = sample;
    this.#isSampleNew = true;
  }

  /** Writes the full present state, so that a log is complete from here. */
  everything(): void {
    this.#versions.clear();
    this.#faultStatuses.clear();
    this.#hazards = undefined;
    this.states();
    this.handoff();
    this.hazards();
    this.faults();
    this.incident();
    this.checklist();
    for (const signature of this.#station.signatures.list()) this.signature(signature);
    for (const notification of this.#station.notifications.active()) this.#event('active', notification);
  }

  /** Writes new sensor readings, and the true state. */
  measurements(): void {
    const { records } = this.#piece;
    const nowUs = this.#nowUs;
    if (this.#sample !== undefined && this.#isSampleNew) {
      this.#isSampleNew = false;
      const { altitude_target: targetM } = this.#station.flight.state();
      logEncoder.telemetry(records, nowUs, telemetryOf(this.#sample, targetM));
    }
    if (this.#simulated !== undefined) logEncoder.truth(records, nowUs, this.#simulated.truth());
  }

  /** Writes the states that have changed. */
  states(): void {
    const { camera, topics } = this.#station;
    this.#state('flightState', topics.flight);
    if (camera.state().ok) this.#state('cameraState', topics.camera);
    this.#state('systemState', topics.system);
  }

  flightState(): void {
    this.#state('flightState', this.#station.topics.flight);
    this.#line('INFO', 'flight', this.#station.flight.phase.state);
  }

  handoff(): void {
    const state = loggedHandoff(this.#station.topics.handoff.value, (id) => this.#sessions.of(id));
    this.#json('handoffState', state);
  }

  hazards(): void {
    if (this.#sample === undefined) return;
    const hazards = hazardsOf(this.#sample);
    if (this.#hazards !== undefined && isSameHazards(hazards, this.#hazards)) return;
    this.#hazards = hazards;
    this.#json('hazards', hazards);
  }

  incident(): void {
    const { value } = this.#station.incident;
    if (value !== undefined) this.#json('incident', value);
  }

  checklist(): void {
    this.#json('checklist', this.#station.checklist.value);
  }

  signature(signature: Signature): void {
    this.#json('signatures', signature);
  }

  faults(): void {
    for (const fault of this.#simulated?.faults() ?? []) {
      if (this.#faultStatuses.get(fault.id) === fault.status) continue;
      this.#faultStatuses.set(fault.id, fault.status);
      this.#json('faults', fault);
      this.#line('WARNING', 'fault', `${fault.type} ${fault.status}`);
    }
  }

  locations(): void {
    const { records } = this.#piece;
    const nowUs = this.#nowUs;
    const [kite, station] = [this.#sample?.kite?.gps, this.#sample?.groundStation.gps];
    if (kite !== undefined) logEncoder.location(records, 'kiteLocation', nowUs, locationFix(nowUs, 'kite', kite));
    if (station === undefined) return;
    logEncoder.location(records, 'groundStationLocation', nowUs, locationFix(nowUs, 'ground_station', station));
  }

  notification(notification: Notification): void {
    const { code, begin_time: begin, end_time: end } = notification;
    const isKnown = this.#notificationBegins.get(code) === begin;
    if (end === undefined) this.#notificationBegins.set(code, begin);
    const event = end !== undefined ? 'end' : isKnown ? 'change' : 'begin';
    this.#event(event, notification);
  }

  command({ body, caller, code, message, operation, status }: AnsweredRequest): void {
    // A request without a valid token is no command; the access log records it.
    if (caller === null) return;
    const command: LoggedCommand = {
      operation: operation.id,
      plugin_name: caller.callerName,
      session: this.#sessions.of(caller.sessionId),
      ...(caller.sessionName !== undefined && { session_name: caller.sessionName }),
      ...(body !== undefined && { body }),
      status,
      ...(code !== undefined && { error_code: code }),
      ...(message !== undefined && { message }),
    };
    this.#json('commands', command);
    const outcome = code === undefined ? String(status) : `${status} ${code}`;
    const what = body === undefined ? operation.id : `${operation.id} ${JSON.stringify(body)}`;
    this.#line(code === undefined ? 'INFO' : 'WARNING', 'command', `${caller.callerName}: ${what} → ${outcome}`);
  }

  get #nowUs(): number {
    return this.#station.clock.nowUs();
  }

  #state(channel: StateChannel, topic: Topic): void {
    const { version } = topic;
    if (this.#versions.get(channel) === version) return;
    this.#versions.set(channel, version);
    logEncoder.bytes(this.#piece.records, channel, this.#nowUs, topic.bytes);
  }

  #event(event: NotificationEventName, notification: Notification): void {
    this.#json('notifications', { event, ...notification });
    if (event === 'change') return;
    const { code, message, severity } = notification;
    const text = event === 'end' ? `${code} has ended: ${message}` : `${code}: ${message}`;
    this.#line(event === 'end' ? 'INFO' : LEVEL_OF_SEVERITY[severity], 'notification', text);
  }

  #line(level: LogLevel, name: string, message: string): void {
    this.#json('log', logLine(this.#nowUs, level, name, message));
  }

  #json(channel: ChannelName, value: unknown): void {
    logEncoder.json(this.#piece.records, channel, this.#nowUs, value);
  }
}
