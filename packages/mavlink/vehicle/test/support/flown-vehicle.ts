import assert from 'node:assert/strict';
import { setImmediate as breath } from 'node:timers/promises';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import type { Message, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_CMD } from '@kitestring/mavlink-codec/enums.ts';
import { MavlinkLink, parseAddress } from '@kitestring/mavlink-link';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { PersonaName } from '../../src/personas/persona.ts';

type Of<N extends MessageName> = Extract<Message, { readonly name: N }>;

interface Command {
  readonly params?: readonly number[];
  /** For a COMMAND_INT. */
  readonly frame?: number;
  readonly component?: number;
  readonly confirmation?: number;
}

/** A ground station whose test knows what it has sent. */
const GROUND_STATION = { system: 255, component: 190 };

/** A whole station in this process whose aircraft is a MAVLink vehicle, and a ground station that has found it over UDP. */
export class FlownVehicle implements AsyncDisposable {
  readonly station: TestStation;
  readonly link: MavlinkLink;
  readonly texts: string[] = [];
  readonly #clock: RealTimeClock;
  readonly #heard: Message[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(station: TestStation, link: MavlinkLink, clock: RealTimeClock) {
    this.station = station;
    this.link = link;
    this.#clock = clock;
    link.onText(({ text }) => void this.texts.push(text));
    link.onMessage((message) => {
      this.#heard.push(message);
      for (const look of this.#waiting) look();
    });
  }

  static async start(persona: PersonaName): Promise<FlownVehicle> {
    const parsed = parseAddress('udp-listen://127.0.0.1:0');
    assert.ok(parsed.ok);
    const clock = new RealTimeClock(() => assert.fail('no bug is expected'));
    const link = await MavlinkLink.open(parsed.address, { ids: GROUND_STATION, clock });
    const { transportState } = link;
    const port = transportState.state === 'Open' ? transportState.boundTo : undefined;
    const mavlink = { address: `udp://127.0.0.1:${port}`, persona, system: 1 };
    const station = await startTestStation({ mavlink });
    const vehicle = new FlownVehicle(station, link, clock);
    station.advance(8);
    await vehicle.next('HEARTBEAT');
    return vehicle;
  }

  /** Lets station time pass until it is so. */
  async until(is: () => boolean, withinS = 120): Promise<void> {
    for (let passed = 0; !is(); passed += 3) {
      assert.ok(passed < withinS, `within ${withinS} s: ${JSON.stringify(this.flight)} ${this.texts.join(' | ')}`);
      // Less than a lease of control.
      this.station.advance(3);
      // The loop of the vehicle runs in real time.
      await this.next('ATTITUDE');
    }
  }

  get flight() {
    return this.station.station.topics.flight.value;
  }

  /** The next message of this name. @param isWanted false to wait for another one */
  next<N extends MessageName>(
    name: N,
    is: (fields: Of<N>['fields']) => boolean = () => true,
    isNew = true,
  ): Promise<Of<N>> {
    const from = isNew ? this.#heard.length : 0;
    return new Promise((resolve) => {
      const look = () => {
        const found = this.#heard
          .slice(from)
          .find((each): each is Of<N> => each.name === name && is(each.fields as never));
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Sends a command. @returns the result, the last one where it was in progress first */
  async command(name: keyof typeof MAV_CMD, options: Command = {}): Promise<number> {
    const result = await this.results(name, options);
    return result.at(-1) ?? assert.fail('no answer');
  }

  async results(name: keyof typeof MAV_CMD, options: Command = {}): Promise<readonly number[]> {
    const results: number[] = [];
    const command = MAV_CMD[name];
    const from = this.#heard.length;
    this.send(name, options);
    while (results.length === 0 || results.at(-1) === 5) {
      await this.next('COMMAND_ACK', (ack) => ack.command === command, false);
      results.length = 0;
      for (const each of this.#heard.slice(from)) {
        if (each.name === 'COMMAND_ACK' && each.fields.command === command) results.push(each.fields.result);
      }
      await breath();
    }
    return results;
  }

  send(name: keyof typeof MAV_CMD, { component = 1, confirmation = 0, frame, params = [] }: Command = {}): void {
    const [param1 = 0, param2 = 0, param3 = 0, param4 = 0, param5 = 0, param6 = 0, param7 = 0] = params;
    const target = { target_system: 1, target_component: component, command: MAV_CMD[name] };
    const first = { param1, param2, param3, param4 };
    if (frame === undefined) {
      this.link.send('COMMAND_LONG', { ...target, ...first, param5, param6, param7, confirmation });
      return;
    }
    const at = (deg: number) => (Number.isNaN(deg) ? 0x7fff_ffff : Math.round(deg * 1e7));
    const place = { x: at(param5), y: at(param6), z: param7 };
    this.link.send('COMMAND_INT', { ...target, ...first, ...place, frame, current: 0, autocontinue: 0 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.station[Symbol.asyncDispose]();
    await this.link[Symbol.asyncDispose]();
    this.#clock.stop();
  }
}
