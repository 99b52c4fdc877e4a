import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingLivekitServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import type { VideoPush, VideoPushList } from '@kitestring/station-contract/station/push.ts';
import { missingCodecs } from '@kitestring/video-process/test/support';
import { RelayAccess } from '../support/relay-access.ts';
import { VideoStation } from '../support/video-station.ts';

/** The smallest. */
const STREAM = 'thermal';
const ROOM = 'room';
const PUSHES = '/station/v1/pushes';
const skip = missingLivekitServer() || missingCodecs();

describe('a push to a WHIP server', { skip }, () => {
  it('tells what was sent since its connection began, no less than a viewer there has, until it is ended', async () => {
    await using relay = await TestRelay.start();
    const access = new RelayAccess(relay);
    await using video = await VideoStation.start();
    const { client } = video;
    const shown = async (): Promise<VideoPush | undefined> => {
      const { body } = await client.get(PUSHES);
      return (body as VideoPushList).pushes[0];
    };
    const sentBytes = async (): Promise<number> => (await shown())?.sent_bytes ?? 0;
    const address = `${relay.url.replace('//', `//:${access.publishing(ROOM)}@`)}/whip/v1`;
    assert.equal((await client.post(`${PUSHES}/${STREAM}`, { address })).status, 200);
    await until('the relay to have the stream', async () => (await shown())?.state === 'Live');
    const viewer = await access.watch(ROOM);
    await viewer.until(20);
    await viewer.close();
    const { bytes } = viewer;
    await until('the report of the next second', async () => (await sentBytes()) >= bytes);
    const before = await sentBytes();
    await until('more', async () => (await sentBytes()) > before);
    assert.equal((await shown())?.skipped_pictures, undefined);
    await relay.kill();
    const waiting = await until('the end', async () => {
      const push = await shown();
      return push?.state === 'Waiting' ? push : undefined;
    });
    assert.equal(waiting.sent_bytes, undefined, 'a connection that has ended sends nothing');
    await client.send(`${PUSHES}/${STREAM}`, { method: 'DELETE' });
    assert.equal(await shown(), undefined);
  });
});
