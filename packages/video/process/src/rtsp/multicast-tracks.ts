import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import { type MulticastGroup, type TrackGroup, trackGroup } from './multicast-group.ts';
import { MulticastSender } from './multicast-sender.ts';
import type { PacketSender } from './packet-sender.ts';
import type { MediaTrack, TrackStats } from './rtp-track.ts';

interface WantedTrack {
  readonly source: EncodedSource;
  readonly trackId: number;
  /** Address of the interface to which the packets go. */
  readonly localAddress: string;
}

interface SharedTrack {
  readonly of: WantedTrack;
  readonly group: MulticastGroup;
  readonly track: MediaTrack;
  viewers: number;
  sentRtpTime: number;
}

/** Tracks that are sent to groups: each once for all its viewers, until the last of them has left. */
export class MulticastTracks {
  readonly #streamGroup: (streamId: string) => MulticastGroup | undefined;
  #chosen: readonly TrackGroup[] = [];
  readonly #shared = new Set<SharedTrack>();

  /** @param streamGroup group of a stream, where none is chosen for its tracks */
  constructor(streamGroup: (streamId: string) => MulticastGroup | undefined) {
    this.#streamGroup = streamGroup;
  }

  /** Replaces the chosen groups. A track that is sent already stays in its group for its viewers. */
  choose(groups: readonly TrackGroup[]): void {
    this.#chosen = groups;
  }

  group(streamId: string, trackId: number): MulticastGroup | undefined {
    const group = this.#streamGroup(streamId);
    const chosen = this.#chosen.find((one) => one.streamId === streamId && one.trackId === trackId);
    return group && (chosen ?? trackGroup(group, trackId));
  }

  /** @returns the viewer's part in the track; undefined where it cannot be sent to a group */
  async join(wanted: WantedTrack, make: (sender: PacketSender) => MediaTrack): Promise<MediaTrack | undefined> {
    const { localAddress, source, trackId } = wanted;
    const group = this.group(source.id, trackId);
    if (group === undefined || localAddress.includes(':')) return undefined;
    const present = this.#find(wanted, group);
    if (present !== undefined) return this.#member(present);
    const sender = await MulticastSender.open(group, localAddress).catch(() => undefined);
    const other = this.#find(wanted, group);
    // Another viewer was quicker.
    if (other !== undefined) sender?.close();
    if (other !== undefined || sender === undefined) return other && this.#member(other);
    const made = { of: wanted, group, track: make(sender), viewers: 0, sentRtpTime: Number.NEGATIVE_INFINITY };
    this.#shared.add(made);
    return this.#member(made);
  }

  #find({ localAddress, source, trackId }: WantedTrack, { address, port, ttl }: MulticastGroup) {
    return [...this.#shared].find(
      ({ group, of }) =>
        of.source === source &&
        of.trackId === trackId &&
        of.localAddress === localAddress &&
        group.address === address &&
        group.port === port &&
        group.ttl === ttl,
    );
  }

  #member(shared: SharedTrack): MediaTrack {
    shared.viewers += 1;
    return new MulticastMember(shared, () => {
      shared.viewers -= 1;
      if (shared.viewers > 0) return;
      this.#shared.delete(shared);
      shared.track.close();
    });
  }
}

/** One viewer's part in a track to a group: the first that has a picture sends it. */
class MulticastMember implements MediaTrack {
  readonly kind = 'udp';
  readonly #shared: SharedTrack;
  #leave: () => void;

  constructor(shared: SharedTrack, leave: () => void) {
    this.#shared = shared;
    this.#leave = leave;
  }

  get ssrc(): number {
    return this.#shared.track.ssrc;
  }

  get nextSequence(): number {
    return this.#shared.track.nextSequence;
  }

  get stats(): TrackStats {
    return this.#shared.track.stats;
  }

  /** Others that watch already are not disturbed. */
  restart(): void {
    if (this.#shared.viewers === 1) this.#shared.track.restart();
  }

  send(unit: AccessUnit): void {
    if (unit.rtpTime <= this.#shared.sentRtpTime) return;
    this.#shared.sentRtpTime = unit.rtpTime;
    this.#shared.track.send(unit);
  }

  /** Reports of a group are not received: requests show that the viewer is alive. */
  receive(): boolean {
    return false;
  }

  close(): void {
    this.#leave();
    this.#leave = () => {};
  }
}
