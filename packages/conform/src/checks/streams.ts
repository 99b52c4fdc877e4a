import { type ContractCheck, NotApplicable, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { check, numbers, type Values } from './consistent.ts';
import { streams } from './params.ts';

const DEG_PER_RAD = 180 / Math.PI;
/** Two readings of a direction, some milliseconds apart, while nothing was commanded. */
const DIRECTION_TOLERANCE_DEG = 3;

/** Streams, beside what the camera and the list of streams say. */
export const STREAMS: readonly ContractCheck[] = [
  check(
    'units.field-of-view',
    'fov is degrees: that of sensor and lens, divided by the zoom.',
    published('GET /v1/videostreams/{stream_id}/state'),
    async (expect, station) => {
      await eachStream(expect, station, (stream, state, answer) => {
        const [width = 0, focal = 1] = numbers(stream, 'sensor_width', 'lens_focal_length');
        const [fov = 0, zoom = 1] = numbers(state, 'fov_horizontal', 'zoom_level');
        const wanted = (2 * Math.atan(width / (2 * focal)) * DEG_PER_RAD) / zoom;
        expect.near(
          fov,
          Number(wanted.toFixed(3)),
          wanted * 0.02,
          `fov_horizontal of ${stream.stream_id}`,
          answer.exchange,
        );
      });
    },
  ),
  check(
    'videostreams.state.looks-where-the-camera-looks',
    'Each stream looks where camera/state says.',
    published('GET /v1/videostreams/{stream_id}/state'),
    async (expect, station) => {
      await eachStream(expect, station, async (stream, state, answer) => {
        const camera = await station.read('camera.state');
        for (const name of ['pan_ned', 'tilt_ned', 'roll_ned']) {
          const [a = 0, b = 0] = [...numbers(camera, name), ...numbers(state, name)];
          const apart = Math.abs(((a - b + 540) % 360) - 180);
          expect.that(
            apart <= DIRECTION_TOLERANCE_DEG,
            `${name}: camera ${a}, stream ${stream.stream_id} ${b}`,
            answer.exchange,
          );
        }
      });
    },
  ),
  check(
    'videostreams.zoom-within-limits',
    'The zoom of a stream is within its limits.',
    published('GET /v1/videostreams'),
    async (expect, station) => {
      await eachStream(expect, station, (stream, state, answer) => {
        const [least = 0, most = 0] = numbers(stream, 'zoom_min', 'zoom_max');
        expect.that(least <= most && least >= 1, `zoom_min ${least}, zoom_max ${most}`, answer.exchange);
        const [zoom = 0] = numbers(state, 'zoom_level');
        expect.that(zoom >= least && zoom <= most, `zoom_level ${zoom} of ${stream.stream_id}`, answer.exchange);
      });
    },
  ),
  check(
    'videostreams.palette-of-thermal',
    'Thermal streams have a palette, colour streams have none.',
    published('GET /v1/videostreams/{stream_id}/state'),
    async (expect, station) => {
      await eachStream(expect, station, (stream, state, answer) => {
        const has = state.thermal_color_palette !== undefined;
        expect.equal(
          has,
          stream.type === 'Thermal',
          `a palette of ${stream.stream_id} (${stream.type})`,
          answer.exchange,
        );
      });
    },
  ),
  check(
    'videostreams.urls',
    'Streams have RTSP addresses at the host by which the request came.',
    published('GET /v1/videostreams'),
    async (expect, station) => {
      for (const stream of await streams(station)) {
        for (const [field, scheme] of [
          ['rtsp_url', 'rtsp:'],
          ['rtsps_url', 'rtsps:'],
        ] as const) {
          const url = URL.parse(String(stream[field]));
          if (stream[field] === undefined) continue;
          expect.equal(url?.protocol, scheme, `scheme of ${field} of ${stream.stream_id}`);
          expect.equal(url?.hostname, station.link.url.hostname, `host of ${field} of ${stream.stream_id}`);
        }
      }
    },
  ),
];

type StreamJudge = (
  stream: Awaited<ReturnType<typeof streams>>[number],
  state: Values,
  answer: Answer,
) => void | Promise<void>;

async function eachStream(expect: Expectations, station: StationUnderTest, judge: StreamJudge): Promise<void> {
  const list = await streams(station);
  if (list.length === 0) throw new NotApplicable('there is no video stream');
  for (const stream of list) {
    const answer = await station.ask('videostreams.state', { params: { stream_id: stream.stream_id } });
    expect.equal(answer.object.stream_id, stream.stream_id, 'stream_id', answer.exchange);
    await judge(stream, answer.object, answer);
  }
}
