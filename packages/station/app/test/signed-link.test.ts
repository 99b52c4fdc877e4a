import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { LinkSigning, passphraseKey } from '@kitestring/mavlink-link';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { AircraftLink } from '@kitestring/station-contract/station/aircraft-link.ts';
import { startStationIn } from '../src/start.ts';
import { connectMavlink } from '../src/worlds/mavlink.ts';
import { PersonaTrial } from './support/persona-trial.ts';
import {
  PATIENT_DEADLINES,
  settingsWith,
  startTestStation,
  TEST_KEY,
  type TestStation,
} from './support/test-station.ts';

const KEY = passphraseKey('a long passphrase');

/** A station whose aircraft is the vehicle of another over UDP, each with a passphrase or without. */
class SignedPair implements AsyncDisposable {
  readonly behind: TestStation;
  readonly port: number;
  /** Packets of the vehicle, as the station gets them. */
  readonly packets: Uint8Array[] = [];
  /** Warnings of the driver. */
  readonly log: readonly string[];
  readonly #client: TestClient;
  readonly #cleanup: AsyncDisposableStack;

  private constructor(
    parts: Pick<SignedPair, 'behind' | 'port' | 'log'> & { client: TestClient; cleanup: AsyncDisposableStack },
  ) {
    this.behind = parts.behind;
    this.port = parts.port;
    this.log = parts.log;
    this.#client = parts.client;
    this.#cleanup = parts.cleanup;
  }

  static async begin(ours: string | undefined, theirs: string | undefined): Promise<SignedPair> {
    await using cleanup = new AsyncDisposableStack();
    const port = await freePort();
    const signing = { ...(theirs !== undefined && { signingPassphrase: theirs }) };
    const mavlink = { address: `udp://127.0.0.1:${port}`, persona: 'ardupilot', system: 1, ...signing } as const;
    const warnings: string[] = [];
    const log = { ...SILENT_LOG, warn: (_: object, text: string) => void warnings.push(text) };
    const setting = `mavlink:udp-listen://127.0.0.1:${port}`;
    const real = cleanup.use(await connectMavlink({ setting, ceilingM: 45, log, ground: undefined, passphrase: ours }));
    const behind = cleanup.use(await startTestStation({ mavlink, start: { drive: true } }));
    const folder = cleanup.use(new TestFolder()).path;
    const options = { log: SILENT_LOG, deadlines: PATIENT_DEADLINES };
    const running = cleanup.use(await startStationIn(real.makeWorld, settingsWith({}, folder), options));
    const { body } = await new TestClient(running.url).post('auth/token/request', { client_secret: TEST_KEY });
    const client = new TestClient(running.url, (body as { access_token: string }).access_token);
    const pair = new SignedPair({ behind, port, log: warnings, client, cleanup: cleanup.move() });
    running.world.link?.onPacket((bytes, direction) => direction === 'In' && void pair.packets.push(bytes.slice()));
    return pair;
  }

  async link(): Promise<AircraftLink> {
    return (await this.#client.get('/station/v1/aircraft-link')).body as AircraftLink;
  }

  /** Waits until packets are received like that. */
  async received(wanted: AircraftLink['signing_received']): Promise<AircraftLink> {
    let last: AircraftLink = {};
    await until(`packets are ${wanted}`, async () => {
      last = await this.link();
      return last.signing_received === wanted;
    });
    return last;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync();
  }
}

describe('the link to a real aircraft with a signing key, over UDP', { concurrency: true }, () => {
  it('is signed both ways with the same key, and takes no packet twice', async () => {
    await using pair = await SignedPair.begin('a long passphrase', 'a long passphrase');
    const { is_heard, signing_sent } = await pair.received('Signed');
    assert.ok(is_heard && (signing_sent === 'Signed' || signing_sent === 'Required'));
    // Recorded on the network, and sent again by a stranger, whole and changed.
    await until('a packet', async () => pair.packets.length > 0);
    const packet = pair.packets[0] ?? assert.fail();
    const stranger = createSocket('udp4');
    const before = pair.packets.length;
    for (const bytes of [packet, packet.with(packet.length - 1, (packet.at(-1) ?? 0) ^ 1)]) {
      await new Promise((sent) => stranger.send(bytes, pair.port, '127.0.0.1', sent));
    }
    stranger.close();
    await until('later packets', async () => pair.packets.length > before + 20);
    const again = pair.packets.slice(before).filter((each) => Buffer.compare(each, packet) === 0);
    assert.equal(again.length, 0);
    assert.equal((await pair.link()).signing_received, 'Signed');
  });

  it('takes nothing of an aircraft with another key, and says why', async () => {
    await using pair = await SignedPair.begin('a long passphrase', 'another passphrase');
    const { autopilot, is_heard } = await pair.received('Refused');
    assert.deepEqual([is_heard, autopilot, pair.packets.length], [false, undefined, 0]);
    await until('the reason', async () => pair.log.some((line) => line.includes('signed with another key')));
  });

  it('takes nothing of an aircraft without a key, and says how to give it one', async () => {
    await using pair = await SignedPair.begin('a long passphrase', undefined);
    const { is_heard } = await pair.received('Refused');
    assert.deepEqual([is_heard, pair.packets.length], [false, 0]);
    await until('the remedy', async () => pair.log.some((line) => line.includes('--give-key')));
  });

  it('without a key it hears an aircraft that signs, and says that it cannot verify it', async () => {
    await using pair = await SignedPair.begin(undefined, 'a long passphrase');
    const { is_heard, signing_sent } = await pair.received('NotVerified');
    assert.deepEqual([is_heard, signing_sent], [true, 'Unsigned']);
  });
});

describe('an aircraft on a signed link', () => {
  const becomes = (trial: PersonaTrial, wanted: string) =>
    trial.until(wanted, 12, () => trial.joined.aircraft.link.signing?.sent === wanted);

  it('is known to ignore unsigned orders by an order that it has ignored', async () => {
    await using trial = await PersonaTrial.start('px4', undefined, (clock) => ({
      vehicle: { key: KEY, last: 0 },
      station: new LinkSigning({ key: KEY, last: 0 }, clock),
    }));
    await becomes(trial, 'Required');
    assert.equal(trial.joined.aircraft.link.signing?.received, 'Signed');
  });

  it('is told where it answers one', async () => {
    await using trial = await PersonaTrial.start('ardupilot', undefined, (clock) => {
      const station = new LinkSigning({ key: KEY, last: 0 }, clock);
      // Its own packets have no signature, and are taken here all the same.
      station.signatureCheck.accepts = () => true;
      return { station };
    });
    await becomes(trial, 'Optional');
    assert.ok(
      trial.texts.some((text) => text.includes('without a signature')),
      trial.texts.join('\n'),
    );
  });
});
