import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_SEVERITY } from '@kitestring/mavlink-codec/enums.ts';
import {
  type LinkEvent,
  type LinkSigning,
  type MavlinkIds,
  type MavlinkLink,
  vehicleLink,
} from '@kitestring/mavlink-link';
import {
  type Aircraft,
  type AircraftIdentity,
  type AircraftLinkState,
  type AircraftSample,
  type AircraftVideo,
  type AxisMove,
  NO_GROUND_STATION_HAZARDS,
} from '@kitestring/station-core/ports';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { firmwareOf } from './autopilot.ts';
import { AutopilotEvents } from './autopilot-events.ts';
import { capabilities } from './capabilities.ts';
import { LinkQuality } from './link-quality.ts';
import type { AircraftNote, Tell } from './note.ts';
import type { OperatorData } from './remote-id/operator-data.ts';
import { SigningWatch } from './signing/signing-watch.ts';
import { answersUnsigned } from './signing/unsigned-probe.ts';
import type { BatteryIds } from './telemetry/batteries.ts';
import { SensorHealth } from './telemetry/sensor-health.ts';
import { VehicleSession } from './vehicle-session.ts';

const STEP_US = 100_000;
const MEASURE_US = 1_000_000;
/** The same text again within this time is told once. */
const SAME_TEXT_US = 30_000_000;
const TOLD_MAX = 100;
const CEILING_M = DEFAULT_STATION_SETTINGS.flight.altitudeHardMaxM;

const NO_VIDEO: AircraftVideo = { streams: [], zoom: () => {}, takeImages: () => {} };

interface MavlinkAircraftOptions {
  readonly link: MavlinkLink;
  /** Address of the link, for people. */
  readonly address?: string;
  /** Highest altitude that may be ordered, metres: what the tether permits. Absent: the default of a station. */
  readonly ceilingM?: number;
  /** Signing of the link; absent: nothing is signed. */
  readonly signing?: LinkSigning | undefined;
  readonly batteryIds?: BatteryIds | undefined;
  /** Station time at a time of the link's clock, for samples and Remote ID; absent: they are the same. */
  readonly stationUs?: (linkUs: number) => number;
  readonly onBug?: OnBug;
}

/**
 * A real aircraft behind a MAVLink link, ArduCopter or PX4. It takes orders only as long as one vehicle is on the link, and
 * the station flies it.
 */
export class MavlinkAircraft implements Aircraft, AsyncDisposable {
  readonly #link: MavlinkLink;
  readonly #address: string | undefined;
  readonly #quality = new LinkQuality();
  readonly #signing: LinkSigning | undefined;
  readonly #batteryIds: BatteryIds | undefined;
  readonly #signingWatch: SigningWatch;
  readonly #clock: Clock;
  readonly #stationUs: (linkUs: number) => number;
  readonly #samples: Listeners<[AircraftSample]>;
  readonly #notes: Listeners<[AircraftNote]>;
  readonly #toldUs = new Map<string, number>();
  readonly #cancels: Cancel[];
  readonly #events = new AutopilotEvents();
  readonly #health = new SensorHealth();
  readonly #ceilingM: number;
  #session: VehicleSession | undefined;
  #unusable = '';
  #measuredUs = 0;
  #operator: () => OperatorData | undefined = () => undefined;

  constructor(options: MavlinkAircraftOptions) {
    const { address, batteryIds, ceilingM = CEILING_M, link, onBug, signing, stationUs = (linkUs) => linkUs } = options;
    this.#link = link;
    this.#address = address;
    this.#ceilingM = ceilingM;
    this.#clock = link.clock;
    this.#stationUs = stationUs;
    this.#signing = signing;
    this.#batteryIds = batteryIds;
    const tell: Tell = (severity, text) => this.#tell(severity, text);
    this.#signingWatch = new SigningWatch({ signing, clock: link.clock, tell });
    this.#samples = new Listeners('sample', onBug);
    this.#notes = new Listeners('notification', onBug);
    this.#cancels = [
      every(link.clock, STEP_US, () => this.#step()),
      link.onEvent((event) => this.#tellEvent(event)),
      link.onText(({ severity, system, text }) => {
        if (system !== this.#session?.ids.system) return;
        this.#events.takeText(severity, link.clock.nowUs());
        if (severity < MAV_SEVERITY.DEBUG) this.#tell(this.#severityOf(severity), text);
      }),
      link.onMessage((message) => this.#takeReport(message)),
      link.onPacket((bytes, direction) => direction === 'In' && this.#signingWatch.takePacket(bytes)),
    ];
  }

  /** The vehicle; undefined until one was heard, and while two are. */
  get session(): VehicleSession | undefined {
    return this.#session;
  }

  get identity(): AircraftIdentity {
    const session = this.#session;
    return {
      simulated: false,
      ...(session !== undefined && { kiteName: `${session.text}, system ${session.ids.system}` }),
      ...(session?.telemetry.remoteIdSerial !== undefined && { remoteIdSerial: session.telemetry.remoteIdSerial }),
      boards: session === undefined || session.uid === '' ? [] : [{ board: 'autopilot', id: session.uid }],
    };
  }

  get capabilities(): Aircraft['capabilities'] {
    return capabilities(this.#session);
  }

  get link(): AircraftLinkState {
    const session = this.#session;
    const component = session && this.#link.watch.find(session.ids);
    const { lostShare } = this.#quality;
    return {
      ...(this.#address !== undefined && { address: this.#address }),
      ...(session !== undefined && { autopilot: session.text }),
      isHeard: component?.state === 'Heard',
      ...(lostShare !== undefined && { lostShare }),
      signing: this.#signingWatch.state,
    };
  }

  /** Its own cameras, by the addresses that they tell. */
  get video(): AircraftVideo {
    const { cameras } = this.#session ?? {};
    if (cameras === undefined) return NO_VIDEO;
    return this.#unusable === '' ? cameras : { ...NO_VIDEO, streams: cameras.streams };
  }

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    return this.#samples.add(listener);
  }

  /** Messages of the autopilot, and orders that it did not follow. */
  onNote(listener: (note: AircraftNote) => void): Cancel {
    return this.#notes.add(listener);
  }

  /** Whose data Remote ID transmits; asked for once a second until the returned function is called. */
  useOperator(operator: () => OperatorData | undefined): Cancel {
    this.#operator = operator;
    return () => {
      if (this.#operator === operator) this.#operator = () => undefined;
    };
  }

  takeOff(altitudeM: number): void {
    this.#usable?.height.takeOff(Math.min(altitudeM, this.#ceilingM));
  }

  setAltitude(altitudeM: number): void {
    // Safety: the line is as long as it is, whatever is ordered.
    this.#usable?.height.goTo(Math.min(altitudeM, this.#ceilingM));
  }

  holdAltitude(): void {
    this.#usable?.height.hold();
  }

  land(how: 'normal' | 'safety'): void {
    this.#usable?.height.land(how);
  }

  movePan(move: AxisMove): void {
    this.#usable?.pan.move(move);
  }

  moveTilt(move: AxisMove): void {
    this.#usable?.tilt?.move(move);
  }

  /** It has none. */
  openLids(): void {}
  closeLids(): void {}
  /** An autopilot locks nothing. */
  reset(): void {}

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    await this.#session?.[Symbol.asyncDispose]();
  }

  /** No order goes out while it is not clear to whom. */
  get #usable(): VehicleSession | undefined {
    return this.#unusable === '' ? this.#session : undefined;
  }

  #step(): void {
    this.#link.step();
    this.#signingWatch.step();
    this.#follow();
    this.#session?.step();
    this.#measure();
    this.#tellEvents();
    const nowUs = this.#clock.nowUs();
    const sample: AircraftSample = this.#usable?.sample(nowUs) ?? {
      timeUs: nowUs,
      groundStation: { hazards: NO_GROUND_STATION_HAZARDS },
    };
    const { kiteUs } = sample;
    const { lostShare = 0 } = this.#quality;
    // A busy computer takes packets late, and several at once: what is lost is known by their numbers.
    this.#samples.tell({
      ...sample,
      timeUs: this.#stationUs(sample.timeUs),
      ...(kiteUs !== undefined && { kiteUs: this.#stationUs(kiteUs) }),
      lostShare,
    });
  }

  #measure(): void {
    const nowUs = this.#clock.nowUs();
    const component = this.#session && this.#link.watch.find(this.#session.ids);
    if (component === undefined || nowUs - this.#measuredUs < MEASURE_US) return;
    this.#measuredUs = nowUs;
    const { lost, received } = component.sequence;
    this.#quality.take({ atUs: nowUs, received, lost });
  }

  /** Which vehicle is meant, and whether it can be flown. */
  #follow(): void {
    const now = vehicleLink(this.#link.watch.all);
    if (now.state === 'NotHeard') return;
    if (now.state === 'Ambiguous') {
      const names = now.vehicles.map(({ component, system }) => `${system}/${component}`).join(' and ');
      this.#refuse(`two autopilots, or two sources of one id, are on the link (${names}): no order is sent`);
      return;
    }
    const { component, heartbeat, state, system } = now.vehicle;
    if (system === this.#link.ids.system) {
      this.#refuse(`the vehicle has the system id ${system} of this station: give it another one`);
      return;
    }
    const firmware = firmwareOf(heartbeat);
    if (firmware === undefined) {
      this.#refuse(`system ${system} is no multirotor with ArduCopter or PX4: it gets no order`);
      return;
    }
    this.#unusable = '';
    if (state === 'Heard') this.#use({ system, component }, firmware);
  }

  #use(ids: MavlinkIds, firmware: VehicleSession['firmware']): void {
    const { firmware: known, ids: before } = this.#session ?? {};
    if (before?.system === ids.system && before.component === ids.component && known === firmware) return;
    void this.#session?.[Symbol.asyncDispose]();
    const tell: Tell = (severity, text) => this.#tell(severity, text);
    this.#session = new VehicleSession({
      link: this.#link,
      ids,
      firmware,
      tell,
      ceilingM: () => this.#ceilingM,
      operator: () => this.#operator(),
      batteryIds: this.#batteryIds,
      stationUs: this.#stationUs,
    });
    void this.#probe(ids, this.#session);
  }

  /** Whether strangers on the link are ignored: only the answer to one of theirs says so. */
  async #probe(ids: MavlinkIds, session: VehicleSession): Promise<void> {
    if (this.#signing === undefined) return;
    const hasAnswered = await answersUnsigned(this.#link, ids);
    if (this.#session === session) this.#signingWatch.takeProbe(hasAnswered);
  }

  #refuse(why: string): void {
    if (this.#unusable === why) return;
    this.#unusable = why;
    this.#tell('error', why);
  }

  #tellEvent(event: LinkEvent): void {
    const { component, system } = event.of;
    const isVehicle = system === this.#session?.ids.system && component === this.#session.ids.component;
    if (!isVehicle) return;
    if (event.event === 'ComponentLost')
      this.#tell('warn', `nothing heard of the autopilot for ${event.silentS.toFixed(0)} s`);
    else if (event.event === 'ComponentReturned') this.#tell('info', 'the autopilot is heard again');
    else if (event.event === 'ComponentRestarted') {
      this.#session?.restarted();
      this.#tell('warn', 'the autopilot has restarted');
    }
  }

  /** Events and sensors of the autopilot. */
  #takeReport(message: Message): void {
    const { component, system } = this.#session?.ids ?? {};
    if (message.system !== system || message.component !== component) return;
    const nowUs = this.#clock.nowUs();
    if (message.name === 'EVENT') this.#events.take(message, nowUs);
    else if (message.name === 'SYS_STATUS') {
      for (const part of this.#health.take(message.fields, nowUs)) this.#tell('warn', `${part} unhealthy`);
    }
  }

  #tellEvents(): void {
    for (const { id, severity } of this.#events.due(this.#clock.nowUs())) {
      this.#tell(this.#severityOf(severity), `event ${id}, severity ${severity}`);
    }
  }

  /** Errors of one that is not armed keep it on the ground, and need no act. */
  #severityOf(severity: number): AircraftNote['severity'] {
    if (severity > MAV_SEVERITY.WARNING) return 'info';
    const isArmed = this.#session?.telemetry.isArmed(this.#clock.nowUs()) === true;
    return severity <= MAV_SEVERITY.ERROR && isArmed ? 'error' : 'warn';
  }

  #tell(severity: AircraftNote['severity'], text: string): void {
    const nowUs = this.#clock.nowUs();
    for (const [told, atUs] of this.#toldUs) if (nowUs - atUs >= SAME_TEXT_US) this.#toldUs.delete(told);
    if (this.#toldUs.has(text)) return;
    const [oldest = ''] = this.#toldUs.keys();
    if (this.#toldUs.size >= TOLD_MAX) this.#toldUs.delete(oldest);
    this.#toldUs.set(text, nowUs);
    this.#notes.tell({ severity, text });
  }
}
