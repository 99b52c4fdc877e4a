import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { HubDeps } from '../hub-deps.ts';
import { readSecretFile } from '../secret-file.ts';
import { LivekitRelay } from './livekit-relay.ts';
import { RelayOrders } from './relay-orders.ts';
import { BrokerRoomLeases, RelayPlacement } from './relay-placement.ts';
import { VideoRooms } from './video-rooms.ts';

export type RelaySettings = Pick<HubSettingValues, 'relay.urls' | 'relay.key' | 'relay.secret_file' | 'relay.max_kbps'>;

interface OpenVideoRoomsOptions extends Pick<HubDeps, 'connection' | 'beats' | 'key' | 'clock' | 'nowMs' | 'log'> {
  readonly settings: RelaySettings;
}

/** Live video through the configured relays; none without relays. @throws HubFault */
export function openVideoRooms(options: OpenVideoRoomsOptions): VideoRooms {
  const { connection, log, nowMs, settings } = options;
  const placement = new RelayPlacement(makeRelays(settings, nowMs), new BrokerRoomLeases(connection, log), nowMs);
  return new VideoRooms({
    placement,
    clock: options.clock,
    log,
    maxKbps: settings['relay.max_kbps'],
    orders: new RelayOrders({ connection, beats: options.beats, key: options.key }),
  });
}

/** The configured relays. @throws HubFault */
export function makeRelays(settings: RelaySettings, nowMs: () => number): readonly LivekitRelay[] {
  const { 'relay.key': key, 'relay.secret_file': file, 'relay.urls': urls } = settings;
  if (urls.length === 0 || key === undefined || file === undefined) return [];
  const secret = readSecretFile(file, 'relay.secret_file');
  return urls.map((url) => new LivekitRelay({ url, key, secret, nowMs }));
}
