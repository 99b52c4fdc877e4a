import { DEG_PER_RAD, wrap180 } from '@kitestring/base/angles.ts';
import { type ContractCheck, NotApplicableFault, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { HttpExchange } from '../link/exchange.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { check, numbers, type Values } from './consistent.ts';
import { type ListedStream, streams } from './params.ts';

/** Tolerance between two readings of a direction, some milliseconds apart, without a command. */
const DIRECTION_TOLERANCE_DEG = 1;
/** Largest zoom of a camera that a Kite could carry. */
const ZOOM_MAX = 200;

interface OneStream {
  readonly stream: ListedStream;
  readonly state: Values;
  /** Source of its state. */
  readonly exchange: HttpExchange;
}

type StreamJudge = (expect: Expectations, one: OneStream, station: StationUnderTest) => void | Promise<void>;

/** A check of each stream. */
const ofEach = (id: string, sentence: string, source: ContractCheck['source'], judge: StreamJudge): ContractCheck =>
  check(id, sentence, source, async (expect, station) => {
    const list = await streams(station);
    if (list.length === 0) throw new NotApplicableFault('there is no video stream');
    for (const stream of list) {
      const { exchange, object } = await station.ask('videostreams.state', { params: { stream_id: stream.stream_id } });
      expect.equal(object.stream_id, stream.stream_id, 'stream_id', exchange);
      await judge(expect, { stream, state: object, exchange }, station);
    }
  });

const LIST = published('GET /v1/videostreams');
const STATE = published('GET /v1/videostreams/{stream_id}/state');

/** Streams compared with the camera and the list of streams. */
export const STREAMS: readonly ContractCheck[] = [
  ofEach(
    'units.field-of-view',
    'fov is degrees: that of sensor and lens, divided by the zoom.',
    STATE,
    (expect, one) => {
      const { state, stream, exchange } = one;
      const [focal = 1, zoom = 1] = [...numbers(stream, 'lens_focal_length'), ...numbers(state, 'zoom_level')];
      for (const [size, field] of [
        ['sensor_width', 'fov_horizontal'],
        ['sensor_height', 'fov_vertical'],
      ] as const) {
        const [length = 0, fov = 0] = [...numbers(stream, size), ...numbers(state, field)];
        const wanted = (2 * Math.atan(length / (2 * focal)) * DEG_PER_RAD) / zoom;
        expect.near(fov, Number(wanted.toFixed(3)), wanted * 0.007, `${field} of ${stream.stream_id}`, exchange);
      }
    },
  ),
  ofEach(
    'videostreams.state.looks-where-the-camera-looks',
    'Each stream looks where camera/state says.',
    STATE,
    async (expect, { state, stream, exchange }, station) => {
      const camera = await station.read('camera.state');
      for (const name of ['pan_ned', 'tilt_ned', 'roll_ned']) {
        const [a = 0, b = 0] = [...numbers(camera, name), ...numbers(state, name)];
        const isNear = Math.abs(wrap180(a - b)) <= DIRECTION_TOLERANCE_DEG;
        expect.that(isNear, `${name}: camera ${a}, stream ${stream.stream_id} ${b}`, exchange);
      }
    },
  ),
  ofEach('videostreams.zoom-within-limits', 'The zoom of a stream is within its limits.', LIST, (expect, one) => {
    const { state, stream, exchange } = one;
    const [least = 0, most = 0] = numbers(stream, 'zoom_min', 'zoom_max');
    expect.that(least <= most && least >= 1 && most <= ZOOM_MAX, `zoom_min ${least}, zoom_max ${most}`, exchange);
    const [zoom = 0] = numbers(state, 'zoom_level');
    expect.that(zoom >= least && zoom <= most, `zoom_level ${zoom} of ${stream.stream_id}`, exchange);
  }),
  ofEach(
    'videostreams.palette-of-thermal',
    'Thermal streams have a palette, colour streams have none.',
    STATE,
    (expect, { state, stream: { stream_id: id, type }, exchange }) => {
      const has = state.thermal_color_palette !== undefined;
      expect.equal(has, type === 'Thermal', `a palette of ${id} (${type})`, exchange);
    },
  ),
  check(
    'videostreams.urls',
    'Streams have RTSP addresses at the host by which the request came.',
    LIST,
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
