import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';
import { type ContractCheck, checks, decided, NotApplicableFault, needed, published } from '../check.ts';
import { imageSize } from '../schema/image-size.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { whenReady } from '../station/when-ready.ts';
import { type ListedStream, streams } from './params.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

const VIDEO = decided('Video');
const UNKNOWN = { stream_id: 'no-such-stream' };

const check = checks('videostreams');

async function streamWhere(station: StationUnderTest, isWanted: (stream: ListedStream) => boolean, text: string) {
  return needed((await streams(station)).find(isWanted), text);
}

const zoomTo = (station: StationUnderTest, { stream_id }: { stream_id: string }, zoom_level: number) =>
  whenReady(station, () => station.ask('videostreams.control.zoom', { params: { stream_id }, json: { zoom_level } }));
const choose = (station: StationUnderTest, { stream_id }: { stream_id: string }, palette: string) =>
  whenReady(station, () =>
    station.ask('videostreams.control.palette', { params: { stream_id }, json: { thermal_color_palette: palette } }),
  );
const stateOf = (station: StationUnderTest, { stream_id }: { stream_id: string }) =>
  station.read('videostreams.state', { stream_id });
const hasZoom = ({ zoom_max: most }: ListedStream) => most >= 4;
const isThermal = ({ type }: ListedStream) => type === 'Thermal';

export const VIDEO_CHECKS: readonly ContractCheck[] = [
  check(
    'snapshot.is-a-jpeg',
    'read',
    'A snapshot is a JPEG in the full size of the stream, with EXIF data.',
    published('GET /v1/videostreams/{stream_id}/snapshot, 200'),
    async (expect, station) => {
      const stream = await streamWhere(station, ({ can_do_snapshot: can }) => can, 'no stream provides snapshots');
      const params = { stream_id: stream.stream_id };
      const answer = await whenReady(station, () => station.ask('videostreams.snapshot', { params }));
      if (answer.status === 409) throw new NotApplicableFault('there is no picture now (409)');
      expect.equal(answer.status, 200, 'status', answer.exchange);
      expect.matches(answer.header('content-type'), /^image\/jpeg\b/, 'content type', answer.exchange);
      const size = imageSize(answer.bytes);
      const wanted = { width: stream.frame_width, height: stream.frame_height };
      expect.equal(size, wanted, 'size of the picture', answer.exchange);
      const hasExif = answer.bytes.subarray(0, 4096).includes('Exif');
      expect.decided.that(hasExif, 'the picture has EXIF data', answer.exchange);
      expect.decided.matches(answer.header('cache-control'), /no-(cache|store)/, 'Cache-Control', answer.exchange);
    },
  ),
  ...(['videostreams.state', 'videostreams.snapshot'] as const).map((id) =>
    check(
      `${id.slice(13)}.unknown-stream`,
      'read',
      'A stream that does not exist is 404.',
      published(`GET ${id}, 404`),
      async (expect, station) => {
        judgeRefusal(expect, await station.ask(id, { params: UNKNOWN }), 404, ['STREAM_NOT_FOUND']);
      },
    ),
  ),
  check(
    'zoom.holds-at-once',
    'control',
    'A zoom holds at once, and the field of view is divided by it.',
    published('POST /v1/videostreams/{stream_id}/control/zoom, 202'),
    async (expect, station) => {
      const stream = await streamWhere(station, hasZoom, 'no stream has a zoom');
      await zoomTo(station, stream, 1);
      const wide = await stateOf(station, stream);
      for (const zoom of [2, 4]) {
        const answer = await zoomTo(station, stream, zoom);
        judgeDone(expect, answer, 202);
        const state = await stateOf(station, stream);
        expect.equal(state.zoom_level, zoom, 'zoom_level right after the command');
        const wanted = Number(wide.fov_horizontal) / zoom;
        expect.near(state.fov_horizontal, Number(wanted.toFixed(3)), wanted * 0.007, `fov_horizontal at zoom ${zoom}`);
      }
      await zoomTo(station, stream, 1);
    },
  ),
  check(
    'zoom.limits',
    'control',
    'A zoom outside zoom_min and zoom_max is 400 and changes nothing; both are 202.',
    published('POST /v1/videostreams/{stream_id}/control/zoom, 400'),
    async (expect, station) => {
      for (const stream of await streams(station)) {
        const { zoom_level: before } = await stateOf(station, stream);
        for (const zoom of [stream.zoom_max + 0.01, stream.zoom_min - 0.01, 0, -1]) {
          judgeRefusal(expect, await zoomTo(station, stream, zoom), 400, ['INVALID_ZOOM']);
          expect.equal((await stateOf(station, stream)).zoom_level, before, 'zoom_level after the refusal');
        }
        for (const zoom of [stream.zoom_max, stream.zoom_min]) {
          judgeDone(expect, await zoomTo(station, stream, zoom), 202, `status for ${zoom}`);
        }
      }
    },
  ),
  check(
    'zoom.unknown-stream',
    'control',
    'A zoom of a stream that does not exist is 404.',
    published('POST /v1/videostreams/{stream_id}/control/zoom, 404'),
    async (expect, station) => {
      judgeRefusal(expect, await zoomTo(station, UNKNOWN, 1), 404, ['STREAM_NOT_FOUND']);
    },
  ),
  check(
    'palette.holds-at-once',
    'control',
    'Each palette can be chosen for a thermal stream, and holds at once.',
    published('POST /v1/videostreams/{stream_id}/control/palette, 202'),
    async (expect, station) => {
      const stream = await streamWhere(station, isThermal, 'no stream is thermal');
      const { thermal_color_palette: before } = await stateOf(station, stream);
      for (const palette of [...THERMAL_COLOR_PALETTES, String(before)]) {
        const answer = await choose(station, stream, palette);
        judgeDone(expect, answer, 202, `status for ${palette}`);
        expect.equal((await stateOf(station, stream)).thermal_color_palette, palette, 'thermal_color_palette');
      }
    },
  ),
  check(
    'palette.unknown-stream',
    'control',
    'A palette for a stream that does not exist is 404.',
    published('POST /v1/videostreams/{stream_id}/control/palette, 404'),
    async (expect, station) => {
      judgeRefusal(expect, await choose(station, UNKNOWN, 'WhiteHot'), 404, ['STREAM_NOT_FOUND']);
    },
  ),
  check('palette.of-colour', 'control', 'A palette for a colour stream is 400.', VIDEO, async (expect, station) => {
    const stream = await streamWhere(station, ({ type }) => type === 'Color', 'no stream is in colour');
    judgeRefusal(expect, await choose(station, stream, 'WhiteHot'), 400, ['INVALID_PALETTE']);
  }),
];
