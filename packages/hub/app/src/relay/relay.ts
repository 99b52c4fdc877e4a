import { Fault } from '@kitestring/base/fault.ts';

/** A relay that cannot be reached, or refuses a request of the hub. The message is one line without secrets. */
export class RelayFault extends Fault {}

/** Participants of a room. */
interface RoomPeople {
  /** The stream of the station arrives. */
  readonly isPublished: boolean;
  /** Ids of the viewers, those of other replicas of the hub included. */
  readonly viewerIds: ReadonlySet<string>;
}

/**
 * A server that forwards streams: one uplink of a station, any number of viewers. A room is one stream of one station.
 * Every method rejects with RelayFault.
 */
export interface Relay {
  /** Identifies it in leases and in the log. */
  readonly url: string;
  /** Address and token with which a station publishes into a room. */
  publishing(room: string): { readonly url: string; readonly token: string };
  /** Creates a room; no effect on an existing one. */
  openRoom(room: string): Promise<void>;
  people(room: string): Promise<RoomPeople>;
  /** The answer to the offer (SDP) of a viewer; undefined for an offer that the relay cannot use. Only while the stream is published. */
  watch(room: string, viewerId: string, offer: string): Promise<string | undefined>;
  /** Disconnects a viewer; no effect on one that has left. */
  remove(room: string, viewerId: string): Promise<void>;
  /** Disconnects the station and all viewers. */
  closeRoom(room: string): Promise<void>;
}
