import type { Cancel } from '@kitestring/base/clock.ts';
import type { MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import {
  chooseGimbalManager,
  findGimbalManagers,
  GimbalControl,
  type GimbalManager,
  MavlinkCommandSender,
  type MavlinkIds,
  type MavlinkLink,
  MessageIntervals,
  ORDER_PACE,
  requestMessage,
} from '@kitestring/mavlink-link';
import type { AircraftSample } from '@kitestring/station-core/ports';
import { askAgain } from './ask-again.ts';
import { type AutopilotVersion, autopilotText, type Firmware, isArmed, isInFailsafe, versionOf } from './autopilot.ts';
import { VehicleCameras } from './camera/vehicle-cameras.ts';
import { UnorderedMotion } from './control/unordered-motion.ts';
import { type WhoFlies, whoFlies } from './control/who-flies.ts';
import type { Tell } from './note.ts';
import { HeightDriver } from './orders/height-driver.ts';
import type { OrderContext } from './orders/order-context.ts';
import { PanDriver } from './orders/pan-driver.ts';
import { TiltDriver } from './orders/tilt-driver.ts';
import type { OperatorData } from './remote-id/operator-data.ts';
import { VehicleRemoteId } from './remote-id/vehicle-remote-id.ts';
import { SettingsWatch } from './settings/settings-watch.ts';
import type { BatteryIds } from './telemetry/batteries.ts';
import { VehicleTelemetry } from './telemetry/vehicle-telemetry.ts';
import { findWinches } from './telemetry/winch-discovery.ts';

/** Messages per second that the samples need. A telemetry radio of 57600 baud carries it. */
const RATES: Partial<Readonly<Record<MessageName, number>>> = {
  GLOBAL_POSITION_INT: 10,
  ATTITUDE: 10,
  EXTENDED_SYS_STATE: 5,
  GPS_RAW_INT: 2,
  SYS_STATUS: 2,
  BATTERY_STATUS: 1,
  HOME_POSITION: 0.5,
};
const GIMBAL_RATES: typeof RATES = { GIMBAL_DEVICE_ATTITUDE_STATUS: 10 };
const PERSISTENT = { isNewest: true, pace: ORDER_PACE } as const;
/** A heartbeat after such a gap may follow a failsafe that began and ended unheard. */
const SILENT_US = 3_000_000;
const INTERVALS_STEP = 10;
/** Each component sends a heartbeat within a second, and one may be lost: a gimbal is heard by then. */
const ALL_HEARD_US = 2_000_000;
/** A home that follows a receiver wanders by less. */
const HOME_MOVED_M = 6;

interface VehicleSessionOptions {
  readonly link: MavlinkLink;
  readonly ids: MavlinkIds;
  readonly firmware: Firmware;
  readonly tell: Tell;
  /** Highest altitude that the station orders, metres. */
  readonly ceilingM: () => number;
  /** Data for Remote ID. */
  readonly operator: () => OperatorData | undefined;
  readonly batteryIds?: BatteryIds | undefined;
  /** Station time at a time of the link's clock. */
  readonly stationUs: (linkUs: number) => number;
}
/** Further than a gust lifts it, metres. Safety: one that sinks may lack power, and must be landed by the station's own rules. */
const CLIMB = { above: 3, below: Number.POSITIVE_INFINITY, standsWithin: 0.3 };

/** One autopilot on the link, from its first heartbeat on: what it is, what it reports, and the orders to it. */
export class VehicleSession implements AsyncDisposable {
  readonly ids: MavlinkIds;
  readonly firmware: Firmware;
  readonly telemetry: VehicleTelemetry;
  readonly height: HeightDriver;
  readonly pan: PanDriver;
  readonly cameras: VehicleCameras;
  readonly #link: MavlinkLink;
  readonly #settings: SettingsWatch;
  readonly #tell: Tell;
  readonly #commands: MavlinkCommandSender;
  readonly #remoteId: VehicleRemoteId;
  readonly #intervals: MessageIntervals[];
  readonly #cancels: Cancel[] = [];
  readonly #climbs = new UnorderedMotion(CLIMB);
  #tilt: TiltDriver | undefined;
  #manager: GimbalManager | undefined;
  #flies: WhoFlies = { who: 'Nobody' };
  #version: AutopilotVersion | undefined;
  #uid = '';
  #parameterCapabilities = 0n;
  #hasToldHome = false;
  #hasToldBatteries = false;
  #steps = 0;
  #hasDiscovered = false;
  #isEnded = false;

  constructor({ batteryIds, ceilingM, firmware, ids, link, operator, stationUs, tell }: VehicleSessionOptions) {
    this.ids = ids;
    this.firmware = firmware;
    this.#link = link;
    this.#tell = tell;
    this.telemetry = new VehicleTelemetry(ids, firmware, batteryIds);
    const limits = () => ({ ceilingM: ceilingM(), ourSystem: link.ids.system });
    this.#settings = new SettingsWatch({ link, ids, firmware, limits });
    this.#commands = new MavlinkCommandSender(link);
    this.#intervals = [new MessageIntervals(link, this.#commands, ids, RATES)];
    const context = this.#context();
    this.height = new HeightDriver(context);
    this.pan = new PanDriver(context, this.height);
    const { mayOrder } = context;
    const { telemetry } = this;
    this.#remoteId = new VehicleRemoteId({ link, system: ids.system, telemetry, operator, stationUs, tell });
    this.cameras = new VehicleCameras({ link, commands: this.#commands, autopilot: ids, tell, mayOrder });
    this.#cancels.push(
      link.onMessage((message) => {
        const beforeUs = this.telemetry.heartbeatUs;
        this.telemetry.take(message, link.clock.nowUs());
        const isOfAutopilot = message.system === ids.system && message.component === ids.component;
        if (message.name === 'HEARTBEAT' && isOfAutopilot) this.#judge(beforeUs);
      }),
    );
    void this.#discover().finally(() => this.#discoverRest());
  }

  get version(): AutopilotVersion | undefined {
    return this.#version;
  }

  /** Serial number of its board; empty where it tells none. */
  get uid(): string {
    return this.#uid;
  }

  get text(): string {
    return autopilotText(this.firmware, this.#version);
  }

  get flies(): WhoFlies {
    return this.#flies;
  }

  get tilt(): TiltDriver | undefined {
    return this.#tilt;
  }

  get gimbal(): GimbalManager | undefined {
    return this.#manager;
  }

  /** Called ten times a second. */
  step(): void {
    this.#steps += 1;
    if (this.#steps % INTERVALS_STEP === 1) for (const intervals of this.#intervals) intervals.step();
    if (this.#steps % INTERVALS_STEP === 2 && this.#hasDiscovered) this.cameras.step();
    if (this.#steps % INTERVALS_STEP === 3) this.#remoteId.step();
    if (this.#steps % INTERVALS_STEP === 4) this.#watchBatteries();
    this.#settings.step();
    this.#watchHome();
    this.height.step();
    const nowUs = this.#link.clock.nowUs();
    this.#climbs.take(this.height.heldM, this.telemetry.position(nowUs)?.altitudeM, nowUs);
    this.pan.step();
    this.#tilt?.step();
  }

  /** The autopilot has restarted: its home, its batteries, and maybe its settings are others. */
  restarted(): void {
    this.telemetry.forget();
    this.#readSettings();
  }

  sample(nowUs: number): AircraftSample {
    return this.telemetry.sample(nowUs, {
      isRotating: this.pan.isRotating,
      isTilting: this.#tilt?.isTilting === true,
      hasOrderedLanding: this.height.hasOrderedLanding,
      isFlownElsewhere: this.#isFlownElsewhere,
      hasCamera: this.cameras.hasCamera,
      settings: this.#settings.report,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    for (const cancel of this.#cancels) cancel();
    this.cameras[Symbol.dispose]();
    this.#remoteId[Symbol.dispose]();
    this.#settings[Symbol.dispose]();
    for (const intervals of this.#intervals) intervals[Symbol.dispose]();
    await this.#tilt?.[Symbol.asyncDispose]();
    this.#commands[Symbol.dispose]();
  }

  get #isFlownElsewhere(): boolean {
    return this.#flies.who === 'Elsewhere';
  }

  get #mayOrder(): boolean {
    return !this.#isFlownElsewhere && !this.#isEnded;
  }

  #context(): OrderContext {
    const { clock } = this.#link;
    return {
      vehicle: { ids: this.ids, firmware: this.firmware },
      telemetry: this.telemetry,
      nowUs: () => clock.nowUs(),
      run: (command, need) =>
        // Safety: a pilot who takes over gets no order that was given before.
        this.#commands.run(command, { ...PERSISTENT, need: () => (this.#mayOrder ? need() : 'Dropped') }),
      turningToDeg: () => this.pan.turningToDeg,
      tell: this.#tell,
      mayOrder: () => this.#mayOrder,
    };
  }

  #judge(beforeUs: number): void {
    const nowUs = this.#link.clock.nowUs();
    const heartbeat = this.telemetry.heartbeat(nowUs);
    const mode = this.telemetry.mode(nowUs);
    if (heartbeat === undefined || mode === undefined) return;
    const before = this.#flies;
    this.#flies = whoFlies(before, {
      mode,
      isArmed: isArmed(heartbeat),
      isInFailsafe: isInFailsafe(heartbeat),
      hasOrderedLanding: this.height.hasOrderedLanding,
      hasOrderedTakeOff: this.height.hasOrderedTakeOff,
      isStopping: this.height.isStopping,
      wasSilent: beforeUs > 0 && nowUs - beforeUs > SILENT_US,
      movesUnordered: this.#climbs.isMoving,
      controllingSystem: this.telemetry.controllingSystem(nowUs),
      ourSystem: this.#link.ids.system,
    });
    if (this.#flies.who === before.who) return;
    if (this.#flies.who === 'Elsewhere') {
      this.height.yield();
      this.pan.yield();
      this.#tell('warn', `flown elsewhere: ${this.#flies.why}`);
    } else if (this.#flies.who === 'Failsafe') this.#tell('error', 'the autopilot acts by its own failsafe');
    else if (before.who === 'Elsewhere') this.#tell('info', 'the station may fly again');
  }

  async #discover(): Promise<void> {
    const { clock } = this.#link;
    const isEnded = () => this.#isEnded;
    const about = { target: this.ids, name: 'AUTOPILOT_VERSION' } as const;
    const reply = await askAgain(clock, isEnded, async () => {
      const reply = await requestMessage(this.#link, this.#commands, about);
      return reply.outcome === 'Silent' ? undefined : reply;
    });
    if (this.#isEnded) return;
    if (reply?.outcome === 'Received') {
      const { capabilities, flight_sw_version, uid } = reply.message.fields;
      this.#version = versionOf(flight_sw_version);
      this.#parameterCapabilities = capabilities;
      this.#uid = uid === 0n ? '' : uid.toString(16).padStart(16, '0');
    }
    this.#tell('info', `${this.text}, system ${this.ids.system}`);
    this.#readSettings();
    await new Promise<void>((heard) => clock.schedule(clock.nowUs() + ALL_HEARD_US, () => heard()));
    if (this.#isEnded) return;
    // The next questions wait for the first answer only: a gimbal may not be there.
    const first = this.#searchGimbal();
    let asked: typeof first | undefined = first;
    void askAgain(clock, isEnded, () => {
      const search = asked ?? this.#searchGimbal();
      asked = undefined;
      return search;
    });
    await first;
  }

  /** @returns undefined where no component says that it manages one */
  async #searchGimbal(): Promise<GimbalManager | undefined> {
    const gimbals = this.#link.watch.all.filter(
      ({ heartbeat, system }) => system === this.ids.system && heartbeat.type === MAV_TYPE.GIMBAL,
    );
    const choice = chooseGimbalManager(await findGimbalManagers(this.#link, this.#commands, [this.ids, ...gimbals]));
    if (this.#isEnded || choice.choice === 'None') return undefined;
    if (choice.choice === 'Contested') this.#tell('warn', 'several components claim the gimbal: they may fight');
    this.#useGimbal(choice.manager);
    return choice.manager;
  }

  /** Orders need none of it, so that nothing waits for it. */
  async #discoverRest(): Promise<void> {
    this.#hasDiscovered = true;
    const found = await findWinches(this.#link, this.#commands, this.ids, () => this.#isEnded);
    if (!this.#isEnded) this.#intervals.push(...found);
    else for (const intervals of found) intervals[Symbol.dispose]();
  }

  #watchBatteries(): void {
    const { unclear } = this.telemetry.batteries;
    if (unclear.length === 0 || this.#hasToldBatteries) return;
    this.#hasToldBatteries = true;
    const [first] = unclear;
    const ids = unclear.join(', ');
    this.#tell(
      'warn',
      `batteries ${ids}: ${first} is taken for the backup battery; say which it is by mavlink.backup_battery`,
    );
  }

  #watchHome(): void {
    const movedM = this.telemetry.homeMovedM(this.#link.clock.nowUs());
    if (movedM > HOME_MOVED_M && !this.#hasToldHome) {
      this.#tell(
        'warn',
        `its home was moved by ${movedM.toFixed(0)} m in flight: land, altitudes are above the new one`,
      );
    }
    this.#hasToldHome = movedM > HOME_MOVED_M;
  }

  #readSettings(): void {
    const { heartbeat } = this.#link.watch.find(this.ids) ?? {};
    if (heartbeat === undefined) return;
    this.#settings.begin({ heartbeat, version: this.#version, capabilities: this.#parameterCapabilities });
  }

  #useGimbal(manager: GimbalManager): void {
    const { clock } = this.#link;
    this.#manager = manager;
    const control = new GimbalControl(this.#link, this.#commands, manager);
    this.#tilt = new TiltDriver({ ...this.#context(), control, manager, clock });
    // A gimbal of its own sends without being asked; one that is wired to the autopilot is asked there.
    this.#intervals.push(new MessageIntervals(this.#link, this.#commands, manager.ids, GIMBAL_RATES));
  }
}
