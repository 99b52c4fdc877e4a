import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { demuxed } from '@kitestring/video-process/test/support';
import { film, outcome, record, recordingStation } from './support/recording-station.ts';

const CLIPS = '/station/v1/clips';

const refusedMessage = async (client: TestClient, ...clips: readonly object[]): Promise<string> => {
  const { body, status } = await client.post(CLIPS, { clips });
  const { code, message } = body as { code: string; message: string };
  return `${status} ${code}: ${message.replace(/\d{8}_\d{6}_.\d{4}/, 'ID')}`;
};

async function fetchClip(client: TestClient, request: object): Promise<Uint8Array> {
  const response = await fetch(client.url + CLIPS, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'video/mp4']);
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(response.headers.get('content-length'), String(bytes.length));
  return bytes;
}

describe('clips', () => {
  it('have the pictures of a stretch of a recording, of several, and of one in progress', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const one = { recording_id: id, from_s: 0.3, to_s: 0.6 };
    const clip = await demuxed(await fetchClip(it.client, { clips: [one] }));
    // From the key frame at the begin: 18 pictures before the end.
    assert.deepEqual([clip.codec, clip.widthPx, clip.pictures.length], ['avc1.42c00b', 160, 18]);
    const both = await demuxed(await fetchClip(it.client, { clips: [one, one] }));
    assert.equal(both.pictures.length, 36);
    await it.client.post('recordings/control/start');
    await film(it, 27);
    const [running] = (await it.client.get('recordings')).body as { recording_id: string }[];
    assert.ok(running !== undefined && running.recording_id !== id);
    const growing = await demuxed(
      await fetchClip(it.client, { clips: [{ recording_id: running.recording_id, to_s: 0.4 }] }),
    );
    assert.equal(growing.pictures.length, 12);
  });

  it('are refused with the field and its limit', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const refused = (part: object) => refusedMessage(it.client, { recording_id: id, ...part });
    assert.match(
      await refused({ from_s: 0, to_s: 70 }),
      /^400 INVALID_CLIP: clips\[0\]\.to_s: got 70 s, but main\.mp4 of ID ends at [\d.]+ s$/,
    );
    assert.match(await refused({ from_s: 99 }), /^400 INVALID_CLIP: clips\[0\]\.from_s: got 99 s, but/);
    assert.equal(
      await refused({ from_s: 0.5, to_s: 0.5 }),
      '400 INVALID_CLIP: clips[0].to_s: must be later than the begin, 0.5 s, got 0.5 s',
    );
    const time = '2001-01-01T00:00:00+00:00';
    assert.match(
      await refused({ from_time: time }),
      /^400 INVALID_CLIP: clips\[0\]\.from_time: got 2001-\S+, but main\.mp4 of ID begins at 20/,
    );
    const late = '2100-01-01T00:00:00+00:00';
    for (const field of ['from_time', 'to_time']) {
      assert.match(
        await refused({ [field]: late }),
        new RegExp(`^400 INVALID_CLIP: clips\\[0\\]\\.${field}: got 2100-\\S+, but main\\.mp4 of ID ends at 20\\S+$`),
      );
    }
    assert.match(
      await refused({ from_time: late, to_time: '2099-01-01T00:00:00+00:00' }),
      /^400 INVALID_CLIP: clips\[0\]\.to_time: must be later than the begin, 2100-\S+, got 2099-\S+$/,
    );
    assert.match(await refused({ from_time: time, from_s: 1 }), /^400 INVALID_CLIP: .* not both$/);
    assert.match(
      await refused({ file_id: 'telemetry.mcap' }),
      /^400 INVALID_CLIP: clips\[0\]\.file_id: telemetry\.mcap of ID is no video/,
    );
    assert.match(await refused({ file_id: '../x' }), /^404 RECORDING_NOT_FOUND/);
    assert.match(
      await refusedMessage(it.client, { recording_id: '20010101_000000_+0000' }),
      /^404 RECORDING_NOT_FOUND: there is no recording/,
    );
    assert.match(await refusedMessage(it.client), /^400 INVALID_REQUEST: clips /);
    const reader = await it.station.client('read');
    assert.equal(await outcome(reader.post(CLIPS, { clips: [{ recording_id: id, from_s: 99 }] })), '400 INVALID_CLIP');
  });
});
