import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { CAMERA_MODELS, type CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { missingCodecs, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

const skip = WITHOUT_FFPROBE || missingCodecs();

/** Size and pictures a second, as docs/integrator/video.md has them. */
const PUBLISHED: Readonly<Record<CameraModel, Readonly<Record<string, readonly [string, string]>>>> = {
  'Camera 1st Generation': { color: ['1280x720', '30/1'], thermal: ['320x240', '30/1'] },
  'Camera 2nd Generation': {
    zoom: ['1920x1080', '15/1'],
    overview: ['1920x1080', '15/1'],
    thermal: ['320x240', '30/1'],
  },
  'Camera 2nd Generation IR Plus': {
    zoom: ['1920x1080', '15/1'],
    overview: ['1920x1080', '15/1'],
    thermal: ['640x512', '30/1'],
  },
};
const TRANSPORTS = ['TCP', 'UDP', 'TLS'] as const;
type TransportName = (typeof TRANSPORTS)[number];

const DECODED = 3;
const FIELDS = 'stream=codec_name,profile,width,height,avg_frame_rate,has_b_frames,pix_fmt,nb_read_frames';
const DEADLINE_MS = 180_000;

/** Output of ffprobe about a stream after it has decoded some pictures. */
async function probed(url: string, transport: TransportName): Promise<Record<string, unknown>> {
  const way = ['-rtsp_transport', transport === 'UDP' ? 'udp' : 'tcp'];
  const some = ['-analyzeduration', '500000', '-read_intervals', `%+#${DECODED}`, '-count_frames'];
  const flags = ['-v', 'error', ...way, ...some, '-select_streams', 'v', '-show_entries', FIELDS, '-of', 'json'];
  const child = spawn('ffprobe', [...flags, url], { stdio: ['ignore', 'pipe', 'pipe'], timeout: DEADLINE_MS });
  const [said, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  assert.equal(status, 0, `${transport} ${complained}`);
  const [stream] = (JSON.parse(said) as { streams: Record<string, unknown>[] }).streams;
  return stream ?? {};
}

async function attach(video: VideoStation, model: CameraModel): Promise<void> {
  const { aircraft } = video.station.running.world;
  aircraft.setCameraPowered(false);
  video.station.advance(1);
  aircraft.setCameraModel(model);
  aircraft.setCameraPowered(true);
  video.station.advance(10);
}

describe('every stream of every camera', { skip }, () => {
  it('is what is published, to ffprobe over TCP, UDP and TLS', async (t) => {
    await using video = await VideoStation.start();
    for (const model of CAMERA_MODELS) {
      await attach(video, model);
      const streams = (await video.client.get('videostreams')).body as VideoStreamInfo[];
      assert.deepEqual(streams.map(({ stream_id }) => stream_id).sort(), Object.keys(PUBLISHED[model]).sort());
      for (const { rtsp_url, rtsps_url, stream_id } of streams) {
        const [size, rate] = PUBLISHED[model][stream_id] ?? [];
        // While the first picture is made, which takes long on a busy machine, a description is answered 503, and ffprobe ends.
        const watching = await video.watch(stream_id);
        const found = await Promise.all(
          TRANSPORTS.map((transport) => probed(String(transport === 'TLS' ? rtsps_url : rtsp_url), transport)),
        );
        watching.destroy();
        t.diagnostic(`${model}, ${stream_id}: ${size}, ${rate} pictures a second over ${TRANSPORTS.join(', ')}`);
        for (const [index, stream] of found.entries()) {
          const what = `${model}, ${stream_id} over ${TRANSPORTS[index]}`;
          assert.equal(
            `${stream.codec_name} ${stream.profile} ${stream.pix_fmt}`,
            'h264 Constrained Baseline yuv420p',
            what,
          );
          assert.equal(`${stream.width}x${stream.height}`, size, what);
          assert.equal(stream.avg_frame_rate, rate, what);
          assert.equal(Number(stream.nb_read_frames), DECODED, what);
        }
      }
    }
  });
});
