import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { type LossyEnd, LossyLink, type LossyLinkOptions } from '@kitestring/mavlink-link/testing.ts';
import type {
  GroundCapabilities,
  GroundNote,
  GroundOrder,
  GroundOutcome,
  GroundReading,
} from '@kitestring/station-core/ports';
import { type BoxElectronics, BoxServer } from '../../src/lines/box-server.ts';
import { LineEquipment } from '../../src/lines/line-equipment.ts';
import { WatchedEquipment } from '../../src/watch/watched-equipment.ts';

const STEP_S = 0.05;

/** A winch with a converter and a box: it does what it is told, unless the test breaks it. */
class ScriptedBox implements BoxElectronics {
  readonly name = 'Winch 3';
  capabilities: GroundCapabilities = {
    line: {
      orders: ['lineLength', 'lineRate', 'lineStop'],
      maxLengthM: 60,
      maxRateMps: 1.5,
      maxTensionN: 80,
    },
    tetherPower: { isSwitched: true },
    lids: true,
    cradleSwitch: true,
    supply: true,
    spoolTemperature: false,
  };
  readonly orders: GroundOrder[] = [];
  lostStations = 0;
  lengthM = 10;
  rateMps = 0;
  isJammed = false;
  /** Runs the motor the other way round. */
  isReversed = false;
  refusal: string | undefined;
  reported: GroundReading = {
    line: { tensionN: 12 },
    tetherPower: { isOn: true, voltageV: 385, currentA: 4.2, temperatureC: 41 },
    supply: { source: 'Mains', voltageV: 230 },
    lids: 'Closed',
    kiteInCradle: true,
    safetyLandButtonPressed: false,
    faults: [],
  };
  #targetM: number | undefined;

  reading(): GroundReading {
    return { ...this.reported, line: { ...this.reported.line, lengthM: this.lengthM, rateMps: this.rateMps } };
  }

  order(order: GroundOrder): GroundOutcome {
    this.orders.push(order);
    if (this.refusal !== undefined) return { outcome: 'Refused', reason: this.refusal };
    this.#targetM = order.kind === 'lineLength' ? order.lengthM : undefined;
    if (order.kind === 'lineRate') this.rateMps = order.rateMps;
    if (order.kind === 'lineStop') this.rateMps = 0;
    if (order.kind === 'lids') this.reported = { ...this.reported, lids: order.end };
    if (order.kind === 'tetherPower') {
      this.reported = { ...this.reported, tetherPower: { ...this.reported.tetherPower, isOn: order.isOn } };
    }
    return { outcome: 'Accepted' };
  }

  stationLost(): void {
    this.lostStations += 1;
    this.rateMps = 0;
  }

  move(seconds: number): void {
    const leftM = this.#targetM === undefined ? undefined : this.#targetM - this.lengthM;
    if (leftM !== undefined) this.rateMps = Math.max(-0.5, Math.min(0.5, leftM / seconds));
    if (!this.isJammed) this.lengthM += (this.isReversed ? -1 : 1) * this.rateMps * seconds;
  }
}

/** Ground equipment of a station at one end of a line and a box at the other, in virtual time. */
export class BoxTrial implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly line: LossyLink;
  readonly box: ScriptedBox;
  readonly notes: GroundNote[] = [];
  readonly equipment: LineEquipment;
  readonly watched: WatchedEquipment;
  readonly #server: BoxServer;

  private constructor(
    line: LossyLink,
    clock: VirtualClock,
    box: ScriptedBox,
    equipment: LineEquipment,
    server: BoxServer,
  ) {
    this.clock = clock;
    this.line = line;
    this.box = box;
    this.equipment = equipment;
    this.watched = new WatchedEquipment(equipment, clock);
    this.watched.onNote((note) => void this.notes.push(note));
    this.#server = server;
  }

  static async begin(
    options: Omit<LossyLinkOptions, 'clock'> = { seed: 1 },
    clock = new VirtualClock(),
  ): Promise<BoxTrial> {
    const line = new LossyLink({ ...options, clock });
    const box = new ScriptedBox();
    const equipment = await LineEquipment.over('the line', line.ends[0].open, { clock });
    return new BoxTrial(line, clock, box, equipment, await BoxServer.over(line.ends[1].open, box, clock));
  }

  get far(): LossyEnd {
    return this.line.ends[1];
  }

  get texts(): string[] {
    return this.notes.map(({ text }) => text);
  }

  async run(seconds: number): Promise<void> {
    for (let left = seconds; left > 1e-9; left -= STEP_S) {
      this.clock.advance(STEP_S);
      this.box.move(STEP_S);
      await breath();
    }
  }

  /** Lets time pass until the promise has settled. */
  async settled<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const watched = promise.finally(() => {
      isSettled = true;
    });
    for (let passed = 0; !isSettled && passed < 20; passed += STEP_S) await this.run(STEP_S);
    return watched;
  }

  /** Bytes from the far end, in place of its own. */
  say(bytes: Uint8Array | string): void {
    this.far.send(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, 'Order');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.watched[Symbol.dispose]();
    await this.equipment[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }
}
