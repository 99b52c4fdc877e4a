import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import type { OnvifStation, OnvifStream, PictureChange } from '@kitestring/onvif';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { directionTo } from '@kitestring/station-contract/place/ground-point.ts';
import { viewpointOf } from '@kitestring/station-contract/place/locate.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { DocumentStore } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { firstGroups, multicastGroup } from '@kitestring/video-process/rtsp';
import type { StationClient } from '../mavlink/station-client.ts';
import { mainStream, onvifProperties, thermalStream } from './onvif-properties.ts';

interface OnvifStationDeps {
  readonly station: Station;
  readonly video: Video;
  readonly documents: Pick<DocumentStore, 'get' | 'set'>;
  readonly client: Pick<StationClient, 'request'>;
  /** Address and port of the first stream's group. */
  readonly multicast: string | undefined;
  /** RTSP is served without TLS. */
  readonly hasRtsp: boolean;
}

const SERIAL = 'onvif.serial';
/** Shown for a camera that is no published model. */
const OTHER_MODEL = 'Camera';
const PICTURES = 'onvif.pictures';
/** Another client in control decides on pictures too. */
const CALLER: Caller = { sessionId: 'onvif', callerId: 'onvif', callerName: 'ONVIF', scopes: ['read', 'control'] };
const TRIES = 3;
/** In addresses of streams, which clients get with the host by which they came. */
const OWN_HOST = '127.0.0.1';
/** Pictures that show motion, and of which clients are told: a camera without viewers draws no more. */
const JUDGED_PER_S = 5;

/** The station as its ONVIF device sees it: published states, and the API for orders. */
export function onvifStation({
  client,
  documents,
  hasRtsp,
  multicast,
  station,
  video,
}: OnvifStationDeps): OnvifStation {
  const { camera, clock, settings, telemetry } = station;
  for (const [id, change] of Object.entries(keptPictures(documents))) video.setPictures(id, change);
  const startedUs = clock.nowUs();
  const model = () => telemetry.sample?.camera?.model;
  return {
    identity: {
      serial: serialNumber(documents),
      name: settings.gsName,
      get model() {
        return model() ?? OTHER_MODEL;
      },
      softwareVersion: settings.softwareVersion,
      isSimulated: station.aircraft.identity.simulated,
    },
    isOnGround: () => station.topics.flight.value.flight_state === 'StandBy',
    clock,
    documents,
    hasMulticast: multicast !== undefined,
    firstGroups: multicast === undefined ? [] : firstGroups(multicast),
    hasRtsp,
    streams: async () => {
      const listed = await video.list(undefined, OWN_HOST);
      return listed.ok ? onvifStreams(listed.value, video, multicast) : [];
    },
    mainStream: () => mainStream(model()),
    thermalStream: () => thermalStream(model()),
    view: (streamId) => {
      const state = video.state(streamId);
      if (!state.ok) return undefined;
      const { fov_horizontal: horizontalDeg, fov_vertical: verticalDeg, zoom_level: zoom = 1 } = state.value;
      return {
        zoom,
        ...(horizontalDeg !== undefined && { horizontalDeg }),
        ...(verticalDeg !== undefined && { verticalDeg }),
      };
    },
    gimbal: () => {
      const [state, info] = [camera.state(), camera.info()];
      if (!state.ok || !info.ok || state.value.online_state === 'Offline') return undefined;
      const { pan_ned: panDeg, tilt_ned: tiltDeg } = state.value;
      const { pan_speed_max, pan_speed_min, tilt_max, tilt_min } = info.value;
      return {
        ...(panDeg !== undefined && { panDeg }),
        ...(tiltDeg !== undefined && { tiltDeg }),
        tiltMinDeg: tilt_min ?? 0,
        tiltMaxDeg: tilt_max ?? 90,
        minDps: pan_speed_min ?? 0,
        maxDps: pan_speed_max ?? 1,
        isMoving: camera.isMoving,
      };
    },
    directionTo: ({ elevationM, ...place }) => {
      const viewpoint = viewpointOf(station.flight.state(), station.system.state(), settings.flight.baseHeightM);
      if ('none' in viewpoint) return undefined;
      const { groundM } = viewpoint.camera;
      if (elevationM === undefined) return directionTo(viewpoint.camera, place);
      return groundM === undefined ? undefined : directionTo(viewpoint.camera, place, elevationM - groundM);
    },
    order: async (path, body) => (await client.request({ method: 'POST', path, body })).refusal,
    changePictures: (streamId, change) => {
      const permitted = station.handoff.permit(CALLER);
      if (!permitted.ok) return permitted.refusal;
      video.setPictures(streamId, change);
      const kept = keptPictures(documents);
      documents.set(PICTURES, JSON.stringify({ ...kept, [streamId]: { ...kept[streamId], ...change } }));
      return undefined;
    },
    display: () => video.burntIn.texts.value.blocks,
    setDisplay: (blocks) => {
      const permitted = station.handoff.permit(CALLER);
      if (!permitted.ok) return permitted.refusal;
      const set = video.burntIn.texts.set({ blocks: [...blocks] });
      return set.ok ? undefined : set.refusal;
    },
    requestKeyFrame: (streamId) => video.requestKeyFrame(streamId),
    sendToGroups: (streams, groups) => video.multicast.set(streams, groups),
    metadata: {
      hasObjects: station.aircraft.identity.simulated,
      onWanted: (listener) => video.documents.follow(listener),
      send: (streamId, document) => video.documents.send(streamId, document),
      followObjects: (streamId, onFrame) => {
        const followed = video.truths.follow(streamId, { framesPerS: JUDGED_PER_S, onFrame, onEnd: () => {} });
        return followed.ok ? followed.value : undefined;
      },
    },
    processorTimes,
    batteryPercent: () => telemetry.sample?.kite?.batteryPercent,
    properties: () => onvifProperties(station, startedUs),
    onPropertyChange: (listener) => {
      const cancels = [station.notifications.onEvent(listener), station.topics.flight.onInvalidate(listener)];
      return () => {
        for (const cancel of cancels) cancel();
      };
    },
    snapshot: async (streamId) => {
      let taken = await video.snapshot(streamId);
      // The first picture of a stream that was not watched may be late.
      for (let left = TRIES; left > 1 && !taken.ok && taken.refusal.code === 'VIDEO_UNAVAILABLE'; left -= 1) {
        taken = await video.snapshot(streamId);
      }
      return taken.ok ? taken.value : taken.refusal;
    },
  };
}

function processorTimes(): { readonly busyMs: number; readonly totalMs: number } | undefined {
  const times = cpus().map(({ times: { idle, irq, nice, sys, user } }) => [irq + nice + sys + user, idle] as const);
  const busyMs = times.reduce((sum, [busy]) => sum + busy, 0);
  const totalMs = times.reduce((sum, [, idle]) => sum + idle, busyMs);
  return totalMs > 0 ? { busyMs, totalMs } : undefined;
}

/** The stream with the largest zoom first: recorders take the first profile. */
function onvifStreams(
  listed: readonly VideoStreamInfo[],
  video: Pick<Video, 'pictureSettings'>,
  multicast: string | undefined,
): readonly OnvifStream[] {
  return listed
    .toSorted((one, other) => other.zoom_max - one.zoom_max)
    .flatMap(({ rtsps_url: _, ...stream }) => {
      const settings = video.pictureSettings(stream.stream_id);
      if (settings === undefined) return [];
      const group = multicast === undefined ? undefined : multicastGroup(multicast, stream.stream_id);
      return [{ ...stream, ...settings, ...(group !== undefined && { group }) }];
    });
}

const keptPictures = (documents: OnvifStationDeps['documents']): Readonly<Record<string, PictureChange>> =>
  JSON.parse(documents.get(PICTURES) ?? '{}') as Record<string, PictureChange>;

/** Clients know a camera by it: made once, and different for each station. */
function serialNumber(documents: OnvifStationDeps['documents']): string {
  const kept = documents.get(SERIAL);
  if (kept !== undefined) return JSON.parse(kept) as string;
  const serial = `KS-${randomBytes(6).toString('hex')}`;
  documents.set(SERIAL, JSON.stringify(serial));
  return serial;
}
