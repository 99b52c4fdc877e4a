import type { ServerResponse } from 'node:http';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import {
  type FrameObjects,
  JSON_LINES_TYPE,
  subscribeTruth,
  TRUTH_STREAMS_MAX,
} from '@kitestring/station-contract/sim/truth-stream.ts';
import type { Auth } from '@kitestring/station-core/auth';
import type { StreamTruths } from '@kitestring/video-host/streams/stream-truths.ts';
import { type HandlerResult, onClosed, type Route, route } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** RTP time stamps have 32 bits. */
const RTP_TIMES = 2 ** 32;
/** The finest useful resolution of degrees: 1 cm. */
const DEGREE_DECIMALS = 7;

type FrameTruth = Parameters<Parameters<StreamTruths['follow']>[1]['onFrame']>[0];

/** Streams of JSON lines, each at the pace of its reader: nothing is buffered for a slow one. */
class TruthStreams {
  readonly #truths: StreamTruths | undefined;
  readonly #bySession = new Map<string, Set<LineWriter>>();

  /** @param auth of the station, which lives as long as these */
  constructor(truths: StreamTruths | undefined, auth: Pick<Auth, 'onSessionEnd'>) {
    this.#truths = truths;
    auth.onSessionEnd((id) => {
      for (const writer of this.#bySession.get(id) ?? []) writer.end();
    });
  }

  open(sessionId: string, streamId: string, isHead: boolean): HandlerResult {
    if (this.#truths === undefined)
      return refuse('STREAM_NOT_FOUND', { stream: streamId, known: 'none on this station' });
    const open = this.#bySession.get(sessionId) ?? new Set();
    if (open.size >= TRUTH_STREAMS_MAX) return refuse('TOO_MANY_CONNECTIONS.streams', { most: TRUTH_STREAMS_MAX });
    const writer = new LineWriter(streamId);
    const following = this.#truths.follow(streamId, {
      onFrame: (frame) => writer.write(frame),
      onEnd: () => writer.end(),
    });
    if (!following.ok) return following;
    this.#bySession.set(sessionId, open.add(writer));
    return {
      mediaType: JSON_LINES_TYPE,
      write: (response) => {
        onClosed(response, () => {
          following.value();
          open.delete(writer);
          if (open.size === 0) this.#bySession.delete(sessionId);
        });
        writer.begin(response);
        if (isHead) writer.end();
      },
    };
  }
}

class LineWriter {
  readonly #streamId: string;
  #response: ServerResponse | undefined;
  #isFull = false;
  #skipped = 0;

  constructor(streamId: string) {
    this.#streamId = streamId;
  }

  begin(response: ServerResponse): void {
    this.#response = response;
    response.on('drain', () => {
      this.#isFull = false;
    });
    // The client has its headers before the first picture, which may take a second.
    response.flushHeaders();
  }

  write(frame: FrameTruth): void {
    if (this.#response === undefined) return;
    if (this.#isFull) {
      this.#skipped += 1;
      return;
    }
    this.#isFull = !this.#response.write(`${JSON.stringify(jsonLine(this.#streamId, frame, this.#skipped))}\n`);
    this.#skipped = 0;
  }

  end(): void {
    this.#response?.end();
    // A picture may still come before the end is known.
    this.#response = undefined;
  }
}

function jsonLine(streamId: string, { objects, origin, ...frame }: FrameTruth, skipped: number): FrameObjects {
  return {
    time: formatTimestamp(frame.timeUs),
    stream_id: streamId,
    rtp_time: frame.rtpTime % RTP_TIMES,
    width: frame.widthPx,
    height: frame.heightPx,
    zoom: frame.zoom,
    skipped,
    objects: objects.map(({ box, hottestC, place, ...object }) => {
      const { latDeg, lonDeg } = placeFrom(origin, place);
      return {
        id: object.id,
        class: object.kind,
        box: {
          x: roundTo(box.x, 2),
          y: roundTo(box.y, 2),
          width: roundTo(box.width, 2),
          height: roundTo(box.height, 2),
        },
        area_px: object.areaPx,
        visible_share: roundTo(object.visibleShare, 3),
        truncated: object.isTruncated,
        distance_m: roundTo(object.distanceM, 2),
        latitude: roundTo(latDeg, DEGREE_DECIMALS),
        longitude: roundTo(lonDeg, DEGREE_DECIMALS),
        height_m: roundTo(place.upM, 2),
        speed_mps: roundTo(object.speedMps, 2),
        ...(hottestC !== undefined && { temperature_c: roundTo(hottestC, 1) }),
      };
    }),
  };
}

/** Routes of the objects in the pictures. @param truths absent on a station without live video */
export function truthStreamRoutes(
  world: SimulatedWorldControl,
  auth: Pick<Auth, 'onSessionEnd'>,
  truths: StreamTruths | undefined,
): readonly Route[] {
  const streams = new TruthStreams(truths, auth);
  return [
    route(
      subscribeTruth,
      whileRunning(world, ({ caller, exchange, params }) =>
        streams.open(caller.sessionId, params.stream_id, exchange.request.method === 'HEAD'),
      ),
    ),
  ];
}
