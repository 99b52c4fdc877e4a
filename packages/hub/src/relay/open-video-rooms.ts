import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FreshBeats } from '../commands/fresh-beats.ts';
import type { HubCommandKey } from '../identity/hub-keys.ts';
import { readSecretFile } from '../secret-file.ts';
import { LivekitRelay } from './livekit-relay.ts';
import { RelayOrders } from './relay-orders.ts';
import { BrokerRoomLeases, RelayPlacement } from './relay-placement.ts';
import { VideoRooms } from './video-rooms.ts';

export type RelaySettings = Pick<HubSettingValues, 'relay.urls' | 'relay.key' | 'relay.secret_file' | 'relay.max_kbps'>;

interface OpenVideoRoomsOptions {
  readonly settings: RelaySettings;
  readonly connection: NatsConnection;
  readonly beats: FreshBeats;
  readonly key: HubCommandKey;
  readonly clock: Clock;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Live video through the relays of the settings; none without any. @throws HubFault */
export function openVideoRooms(options: OpenVideoRoomsOptions): VideoRooms {
  const { connection, log, nowMs, settings } = options;
  const placement = new RelayPlacement(relaysOf(settings, nowMs), new BrokerRoomLeases(connection, log), nowMs);
  return new VideoRooms({
    ...{ placement, clock: options.clock, log, nowMs, maxKbps: settings['relay.max_kbps'] },
    orders: new RelayOrders({ connection, beats: options.beats, key: options.key }),
  });
}

/** The relays of the settings. @throws HubFault */
export function relaysOf(settings: RelaySettings, nowMs: () => number): readonly LivekitRelay[] {
  const { 'relay.key': key, 'relay.secret_file': file, 'relay.urls': urls } = settings;
  if (urls.length === 0 || key === undefined || file === undefined) return [];
  const secret = readSecretFile(file, 'relay.secret_file');
  return urls.map((url) => new LivekitRelay({ url, key, secret, nowMs }));
}
