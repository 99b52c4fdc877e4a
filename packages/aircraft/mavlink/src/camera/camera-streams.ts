import type { CameraDescription, CameraStream, MavlinkIds } from '@kitestring/mavlink-link';
import type { AircraftStream } from '@kitestring/station-core/ports';

/** A camera that has described itself. */
export interface DescribedCamera {
  readonly camera: CameraDescription;
  /** The other end through which it is heard, host and port. */
  readonly peer: string;
  /** Part of its range that it has zoomed in, 0 to 1; undefined while it has not said so. */
  readonly zoomShare: number | undefined;
}

/** A stream that can be shown, and where an order for its zoom goes. */
export interface FoundStream extends AircraftStream {
  readonly ids: MavlinkIds;
  /** Horizontal field of view without zoom; 0 where it is not known. */
  readonly hfovDeg: number;
}

type Candidate = Omit<FoundStream, 'id'> & { readonly isThermal: boolean };

/**
 * Streams of all cameras by the ids that the station has: one colour stream is `color`, two are `zoom`, which is the one that zooms,
 * and `overview`. Further ones have no place in the API.
 */
export function foundStreams(cameras: readonly DescribedCamera[]): readonly FoundStream[] {
  const all = cameras.flatMap((described) => candidates(described));
  const [thermal] = all.filter(({ isThermal }) => isThermal);
  const colours = all.filter(({ isThermal }) => !isThermal);
  const main = colours.find(({ zoom }) => zoom !== undefined) ?? colours[0];
  const other = colours.find((each) => each !== main);
  return [
    ...(main === undefined ? [] : [placed(main, other === undefined ? 'color' : 'zoom')]),
    ...(other === undefined ? [] : [placed(other, 'overview')]),
    ...(thermal === undefined ? [] : [placed(thermal, 'thermal')]),
  ];
}

function placed({ isThermal: _, ...stream }: Candidate, id: FoundStream['id']): FoundStream {
  return { ...stream, id };
}

function candidates({ camera, peer, zoomShare }: DescribedCamera): readonly Candidate[] {
  const { hasZoom, ids, lens, model, streams, vendor } = camera;
  const cameraName = [vendor, model].filter((text) => text !== '').join(' ');
  const shown = streams.filter((stream) => isShown(stream));
  return shown.map((stream, index) => ({
    ids,
    url: reachable(stream.url ?? '', peer),
    cameraName: cameraName === '' ? 'MAVLink camera' : cameraName,
    hfovDeg: stream.hfovDeg,
    isThermal: stream.isThermal,
    // Lens and zoom are those of the camera: of its first stream, where it has several.
    ...(lens !== undefined && index === 0 && { lens }),
    ...(hasZoom && index === 0 && { zoom: zoomShare === undefined ? {} : { share: zoomShare } }),
  }));
}

/** The media process takes each encoding that there is, over RTSP. */
const isShown = ({ url = '' }: CameraStream): boolean => /^rtsps?:/i.test(url);

const LOOPBACK = /^(localhost|127\.[0-9.]+|\[::1\]|0\.0\.0\.0)$/i;

/** A camera on another machine may say its own loopback address: it is meant as the machine through which it is heard. */
function reachable(text: string, peer: string): string {
  const url = new URL(text);
  const [, host = ''] = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d+$/i.exec(peer) ?? [];
  if (!LOOPBACK.test(url.hostname) || host === '' || LOOPBACK.test(host)) return text;
  return text.replace(url.hostname, host);
}
