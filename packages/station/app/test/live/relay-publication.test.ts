import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { RELAY_TYPE, type RelayOrder, type RelayReply } from '@kitestring/hub-contract/relay.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { writeIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { LINK_SETTINGS } from '@kitestring/hub-link/test/support/link-settings.ts';
import { TestBroker } from '@kitestring/hub-link/test/support/test-broker.ts';
import { TestHub } from '@kitestring/hub-link/test/support/test-hub.ts';
import { missingLivekitServer, missingNatsServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { missingCodecs } from '@kitestring/video-process/test/support';
import { WhepViewer } from '@kitestring/video-process/test/support/webrtc.ts';
import { PUBLISHER, RelayAccess } from '../support/relay-access.ts';
import { VideoStation } from '../support/video-station.ts';

const SID = 'sabcdefghijkl';
const ANSWER_MS = 180_000;
const PERSON = { id: 'issuer|7', name: 'Anna Example', role: 'viewer' };
/** The smallest. */
const STREAM = 'thermal';

const skip = missingNatsServer() || missingLivekitServer() || missingCodecs();

describe('a station that publishes to a relay of its hub', { skip }, () => {
  const folder = new TestFolder();
  const key = Nkey.make('user');
  let broker: TestBroker;
  let hub: TestHub;
  let relay: TestRelay;
  let access: RelayAccess;
  let video: VideoStation;
  before(async () => {
    [broker, relay] = await Promise.all([TestBroker.start(), TestRelay.start()]);
    access = new RelayAccess(relay);
    const credentials = broker.credentials(SID, key.publicKey);
    writeIdentity(folder.path, { hubUrl: LINK_SETTINGS.url, seed: key.seed, credentials });
    hub = await TestHub.connect(broker, SID, key.publicKey);
    video = await VideoStation.start({ dataDir: folder.path, hub: { ...LINK_SETTINGS, access: 'read' } });
    await hub.until('a greeting', () => hub.hellos.length === 1);
  });
  after(async () => {
    await video?.[Symbol.asyncDispose]();
    await hub?.[Symbol.asyncDispose]();
    await relay?.[Symbol.asyncDispose]();
    await broker?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const order = async (change: Partial<RelayOrder> = {}, type = RELAY_TYPE): Promise<RelayReply> => {
    const { boot, n } = (
      await hub.connection.request(SUBJECTS.request(SID, 'beat'), '', { timeout: ANSWER_MS })
    ).json<Beat>();
    const full = {
      v: 1,
      id: randomUUID(),
      sid: SID,
      boot,
      beat: n,
      maxAgeMs: LIMITS.commandAgeMsMax,
      person: PERSON,
      scopes: ['read'],
      via: 'page',
      stream: STREAM,
      url: `${relay.url}/whip/v1`,
      token: access.publishing('zoom-room'),
      maxKbps: 4000,
      leaseS: LIMITS.relayLeaseSMax,
      ...change,
    };
    const jws = broker.commandKey.order(type, full);
    return (
      await hub.connection.request(SUBJECTS.request(SID, 'relay'), jws, { timeout: ANSWER_MS })
    ).json<RelayReply>();
  };
  /** Waits for viewers, and orders again meanwhile, as a hub does: on a busy machine the lease ends before they have their pictures. */
  const whileRenewed = async (watching: Promise<unknown>, change: Partial<RelayOrder> = {}) => {
    let isOver = false;
    const over = watching.finally(() => {
      isOver = true;
    });
    for (;;) {
      await Promise.race([over, wait(LIMITS.relayRenewS * 1000, undefined, { ref: false })]);
      if (isOver) return;
      await order(change);
    }
  };
  const outcome = (reply: RelayReply) => ('error' in reply ? reply.error : reply.state);
  /** Streams of which pictures are made. */
  const made = () => video.video.sources.filter(({ viewers }) => viewers > 0).map(({ id }) => id);

  it('has pictures at two viewers from one publication, and makes none when it is told to end', async () => {
    assert.equal(outcome(await order()), 'published');
    assert.deepEqual(await access.people('zoom-room'), [PUBLISHER]);
    const [one, other] = [await access.watch('zoom-room'), await access.watch('zoom-room')];
    await whileRenewed(Promise.all([one.until(30), other.until(30)]));
    assert.equal(outcome(await order()), 'published');
    assert.equal((await access.people('zoom-room')).filter((name) => name === PUBLISHER).length, 1);
    await until('the demand', () => made().join() === STREAM);
    assert.equal(outcome(await order({ leaseS: 0 })), 'stopped');
    await until('the end at the relay', async () => !(await access.people('zoom-room')).includes(PUBLISHER));
    await until('the end of the demand', () => made().length === 0);
    await Promise.all([one.close(), other.close()]);
  });

  it('ends by itself when the order is not repeated', async () => {
    assert.equal(outcome(await order()), 'published');
    await until('the demand', () => made().join() === STREAM);
    assert.equal(outcome(await order({ leaseS: 2 })), 'published');
    await until('the end of the demand', () => made().length === 0);
    assert.ok(video.log.some(({ fields }) => fields.reason === 'the hub has not repeated its order'));
  });

  it('refuses what is not signed as such an order, names no stream or comes without a right, with the reason', async () => {
    assert.equal(outcome(await order({}, 'kitestring-read')), 'BAD_SIGNATURE');
    assert.equal(outcome(await order({ stream: 'color' })), 'STREAM_NOT_READY');
    assert.equal(outcome(await order({ scopes: [] })), 'SCOPE_NOT_GRANTED');
    assert.equal(outcome(await order({ boot: 'aaaaaaaaaaaa' })), 'STATION_RESTARTED');
    assert.equal(outcome(await order({ url: 'file:///etc/passwd' })), 'MALFORMED_COMMAND');
    assert.equal(outcome(await order({ leaseS: LIMITS.relayLeaseSMax + 1 })), 'MALFORMED_COMMAND');
    const refused = await order({ token: 'nothing' });
    assert.ok('error' in refused && refused.error === 'RELAY_FAILED' && /401/.test(refused.message));
    const unreachable = await order({ url: 'http://127.0.0.1:9/whip/v1' });
    assert.ok('error' in unreachable && /does not answer/.test(unreachable.message), JSON.stringify(unreachable));
    await until('the end of the demand', () => made().length === 0);
  });

  it('reaches a relay without UDP over TCP', async () => {
    await using tcpRelay = await TestRelay.start({ hasUdp: false });
    const tcpAccess = new RelayAccess(tcpRelay);
    const place = { url: `${tcpRelay.url}/whip/v1`, token: tcpAccess.publishing('tcp-room') };
    assert.equal(outcome(await order(place)), 'published');
    const viewer = await tcpAccess.watch('tcp-room', new WhepViewer({ useTcp: true }));
    await whileRenewed(viewer.until(10), place);
    await order({ ...place, leaseS: 0 });
    await viewer.close();
  });

  it('publishes again when the relay was killed and is back', async () => {
    assert.equal(outcome(await order()), 'published');
    await relay.kill();
    await until('the end', () => video.log.some(({ fields }) => /connection to the relay/.test(String(fields.reason))));
    await relay.start();
    assert.equal(outcome(await order()), 'published');
    const viewer = await access.watch('zoom-room');
    await whileRenewed(viewer.until(5));
    await viewer.close();
    await order({ leaseS: 0 });
  });
});
