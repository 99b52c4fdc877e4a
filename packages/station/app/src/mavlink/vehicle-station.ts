import type { VehicleStation } from '@kitestring/mavlink-vehicle';
import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import type { StationClient } from './station-client.ts';

/** The station as its MAVLink vehicle sees it: published states, samples of the aircraft, and the API for orders. */
export function vehicleStation(station: Station, client: Pick<StationClient, 'request'>): VehicleStation {
  const { aircraft, clock, flight, notifications, settings, topics } = station;
  return {
    nowUs: () => clock.nowUs(),
    flight: () => topics.flight.value,
    limits: () => valueOrNone(flight.info()),
    readiness: () => station.readiness(),
    camera: () => topics.camera.value,
    cameraInfo: () => valueOrNone(station.camera.info()),
    sample: () => station.telemetry.sample,
    controller: () => {
      const { controlling_client: holder } = topics.handoff.value;
      return holder === null ? undefined : clientName(holder);
    },
    remoteId: () => station.system.remoteId,
    operator: () => station.handoff.operator(),
    streams: async () => {
      const { body, status } = await client.request({ method: 'GET', path: 'videostreams' });
      return status === 200 ? (body as VideoStreamInfo[]) : [];
    },
    onNotification: (listener) => notifications.onEvent(listener),
    request: (request) => client.request(request),
    softwareVersion: settings.softwareVersion,
    serial: aircraft.identity.remoteIdSerial ?? '',
  };
}

const valueOrNone = <T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T | undefined =>
  result.ok ? result.value : undefined;
