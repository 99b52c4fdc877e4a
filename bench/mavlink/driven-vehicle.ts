import { setImmediate as breath } from 'node:timers/promises';
import { MavlinkAircraft } from '@kitestring/aircraft-mavlink';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { encode, type Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import { MavlinkLink } from '@kitestring/mavlink-link';

/** A busy link, as PX4 has it. */
const MESSAGES_PER_S = 300;
/** Ten seconds of it. A whole number of turns of the sequence, so that it can be repeated without a gap. */
const LOOP = 12 * 256;
const IDS = { system: 255, component: 190 };
const MS_PER_S = 1000;

/** An aircraft of which an autopilot tells 300 messages a second, in virtual time. It takes orders, and answers nothing. */
export class DrivenVehicle implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly aircraft: MavlinkAircraft;
  /** Called for each order that goes out. */
  onOrder = (): void => {};
  readonly #link: MavlinkLink;
  readonly #deliver: (bytes: Uint8Array) => void;
  readonly #packets: readonly Uint8Array[];
  #next = 0;

  private constructor(
    clock: VirtualClock,
    link: MavlinkLink,
    deliver: (bytes: Uint8Array) => void,
    recorded: readonly Message[],
  ) {
    this.clock = clock;
    this.#link = link;
    this.#deliver = deliver;
    this.#packets = loop(recorded);
    this.aircraft = new MavlinkAircraft({ link });
    this.aircraft.onSample(() => {});
    link.onPacket((packet, direction) => {
      if (direction === 'Out' && isReposition(packet)) this.onOrder();
    });
  }

  /** @param recorded what an autopilot sent in a flight */
  static async begin(recorded: readonly Message[], clock = new VirtualClock()): Promise<DrivenVehicle> {
    let deliver = (_: Uint8Array): void => {};
    const link = await MavlinkLink.over(
      (events) => {
        deliver = (bytes) => void events.onBytes(bytes, 'line');
        return {
          framing: 'Datagram',
          dropped: 0,
          state: { state: 'Open', peers: ['line'] },
          send: () => {},
          [Symbol.asyncDispose]: async () => {},
        };
      },
      { ids: IDS, clock },
    );
    return new DrivenVehicle(clock, link, (bytes) => deliver(bytes), recorded);
  }

  /** Delivers what comes in a tenth of a second. Its clock is advanced by the caller. */
  hear(): void {
    for (let count = 0; count < MESSAGES_PER_S / 10; count += 1) {
      this.#deliver(this.#packets[this.#next] as Uint8Array);
      this.#next = (this.#next + 1) % LOOP;
    }
  }

  async run(seconds: number): Promise<void> {
    for (let tenths = 0; tenths < 10 * seconds; tenths += 1) {
      this.hear();
      this.clock.advance(0.1);
      await breath();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.aircraft[Symbol.asyncDispose]();
    await this.#link[Symbol.asyncDispose]();
  }
}

/**
 * Telemetry of one vehicle on the ground, without answers, again and again. Its boot clock stands: a jump back would be a restart. Its
 * place comes often: some parts of a recording lack it.
 */
function loop(recorded: readonly Message[]): readonly Uint8Array[] {
  const told = recorded.filter(({ name, system }) => system === 1 && !LEFT_OUT.includes(name));
  const place = PLACE.map((name) => told.findLast((message) => message.name === name));
  return Array.from({ length: LOOP }, (_, index) => {
    const { component, fields, name, system } = (place[index % 100] ?? told[index % told.length]) as Message;
    const still = 'time_boot_ms' in fields ? { ...fields, time_boot_ms: MS_PER_S } : fields;
    const onGround = 'base_mode' in still ? { ...still, base_mode: 1 } : still;
    return encode(name, onGround as never, { system, component, sequence: index % 256 });
  });
}

const LEFT_OUT: readonly string[] = ['COMMAND_ACK', 'STATUSTEXT', 'EVENT'];
const PLACE = ['HEARTBEAT', 'GLOBAL_POSITION_INT', 'HOME_POSITION'];

/** An order of a height: a long command of version 2. */
function isReposition(packet: Uint8Array): boolean {
  const [ID, COMMAND] = [7, 10 + 28];
  const id = (packet[ID] as number) | ((packet[ID + 1] as number) << 8);
  if (id === 76)
    return ((packet[COMMAND] as number) | ((packet[COMMAND + 1] as number) << 8)) === MAV_CMD.DO_REPOSITION;
  return id === 75;
}
