import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import type { MulticastGroup } from './multicast-group.ts';
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
  readonly track: MediaTrack;
  viewers: number;
  sentRtpTime: number;
}

/** Tracks that are sent to groups: each once for all its viewers, until the last of them has left. */
export class MulticastTracks {
  readonly groupOf: (streamId: string) => MulticastGroup | undefined;
  readonly #shared = new Set<SharedTrack>();

  constructor(groupOf: (streamId: string) => MulticastGroup | undefined) {
    this.groupOf = groupOf;
  }

  /** @returns the viewer's part in the track; undefined where it cannot be sent to a group */
  async join(wanted: WantedTrack, make: (sender: PacketSender) => MediaTrack): Promise<MediaTrack | undefined> {
    const { localAddress, source, trackId } = wanted;
    const group = this.groupOf(source.id);
    if (group === undefined || localAddress.includes(':')) return undefined;
    const present = this.#find(wanted);
    if (present !== undefined) return this.#member(present);
    const port = group.port + 2 * trackId;
    const sender = await MulticastSender.open({ ...group, port }, localAddress).catch(() => undefined);
    const other = this.#find(wanted);
    // Another viewer was quicker.
    if (other !== undefined) sender?.close();
    if (other !== undefined || sender === undefined) return other && this.#member(other);
    const made = { of: wanted, track: make(sender), viewers: 0, sentRtpTime: Number.NEGATIVE_INFINITY };
    this.#shared.add(made);
    return this.#member(made);
  }

  #find({ localAddress, source, trackId }: WantedTrack): SharedTrack | undefined {
    return [...this.#shared].find(
      ({ of }) => of.source === source && of.trackId === trackId && of.localAddress === localAddress,
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
