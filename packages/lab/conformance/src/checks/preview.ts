import { type ContractCheck, checksAt, needed, published } from '../check.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { recordings, streams } from './params.ts';

const check = checksAt('read');
const moving = checksAt('control');

const ADDRESS = '192.0.2.17';

/** Requirements of 0.5.0 only, in addition to its schemas. */
export const PREVIEW_CHECKS: readonly ContractCheck[] = [
  moving(
    'handoff.ip-address',
    'A client may give its ip_address with a request, and others see it.',
    published('POST /v1/handoff/control/request, 201'),
    async (expect, station) => {
      const { as, asked, holder } = await controlWith(station, { ip_address: ADDRESS });
      expect.equal(asked.status, 201, 'status', asked.exchange);
      expect.equal(holder.session_id, as.id, 'session_id in control');
      expect.equal(holder.ip_address, ADDRESS, 'ip_address in control');
    },
  ),
  moving(
    'handoff.no-operator-position',
    'operator_gps_lat and regulatory_mode are fields of a newer version: as any unknown property they are ignored.',
    published('POST /v1/handoff/control/request'),
    async (expect, station) => {
      const { asked } = await controlWith(station, { operator_gps_lat: 'nowhere', regulatory_mode: 7 });
      expect.equal(asked.status, 201, 'status', asked.exchange);
    },
  ),
  check(
    'videostreams.urls-of-the-preview',
    'Each stream has one RTSP address, in the clear, with the path /video.',
    published('GET /v1/videostreams'),
    async (expect, station) => {
      for (const { protocol, stream_id: id, url } of await streams(station)) {
        const { hostname, pathname, protocol: scheme } = URL.parse(String(url)) ?? {};
        expect.equal(protocol, 'RTP', `protocol of ${id}`);
        expect.equal(scheme, 'rtsp:', `scheme of url of ${id}`);
        expect.equal(pathname, '/video', `path of url of ${id}`);
        expect.equal(hostname, station.link.url.hostname, `host of url of ${id}`);
      }
    },
  ),
  check(
    'recordings.id-is-encoded',
    'recording_id is URL-encoded in recordings, and plain in the files of a recording.',
    published('GET /v1/recordings'),
    async (expect, station) => {
      const list = await recordings(station);
      needed(list[0], 'there is no recording');
      for (const { recording_id: id, videos = [] } of list) {
        expect.matches(id, /^\d{8}%5F\d{6}%5F(%2B|-)\d{4}$/i, 'recording_id');
        for (const file of videos)
          expect.equal(
            (file as { recording_id?: unknown }).recording_id,
            decodeURIComponent(id),
            'recording_id of a file',
          );
      }
    },
  ),
];

/** Requests control with these fields, reads its holder, and releases it. */
async function controlWith(station: StationUnderTest, fields: object) {
  const as: RunSession = needed(await station.sessions.of('commander'), 'the key cannot command');
  const asked = await station.ask('handoff.control.request', { as, json: { operator_name: 'conformance', ...fields } });
  const { controlling_client: holder } = await station.read('handoff.state');
  await station.ask('handoff.control.release', { as });
  return { as, asked, holder: (holder ?? {}) as { readonly session_id?: string; readonly ip_address?: string } };
}
