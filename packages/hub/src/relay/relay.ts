/** A relay that cannot be reached, or refuses what the hub asks. The message is one line without secrets. */
export class RelayFault extends Error {
  override readonly name = 'RelayFault';
}

/** Who is in a room of a relay. */
interface RoomPeople {
  /** The stream of the station arrives. */
  readonly isPublished: boolean;
  /** Ids of the viewers, those of other replicas of the hub included. */
  readonly viewerIds: ReadonlySet<string>;
}

/**
 * A server that passes streams on: one uplink of a station, any number of viewers. A room is one stream of one station. Everything
 * rejects with RelayFault.
 */
export interface Relay {
  /** Names it in leases and in the log. */
  readonly url: string;
  /** Where and with what a station publishes into a room. */
  publishing(room: string): { readonly url: string; readonly token: string };
  /** Makes a room; no effect on one that is there. */
  openRoom(room: string): Promise<void>;
  peopleOf(room: string): Promise<RoomPeople>;
  /** The answer to the offer (SDP) of a viewer; undefined for an offer that the relay cannot use. Only while published. */
  watch(room: string, viewerId: string, offer: string): Promise<string | undefined>;
  /** Cuts a viewer; no effect on one that has left. */
  remove(room: string, viewerId: string): Promise<void>;
  /** Cuts the station and all viewers. */
  closeRoom(room: string): Promise<void>;
}
