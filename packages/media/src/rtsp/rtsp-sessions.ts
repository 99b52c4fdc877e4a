import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { ViewerCounts } from '../process/output-report.ts';
import { PayloadCache } from '../rtp/picture-payloads.ts';
import { addressGroup } from './client-address.ts';
import { KeyFrameRequests } from './key-frame-requests.ts';
import type { MediaTrack } from './media-track.ts';
import { MetadataTrack } from './metadata-track.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import type { Clock, Log } from './ports.ts';
import type { RtspLimits } from './rtsp-limits.ts';
import { RtspSession, type SessionStats } from './rtsp-session.ts';
import { METADATA_TRACK_ID } from './session-description.ts';
import { VideoTrack } from './video-track.ts';
import { ViewerTotals } from './viewer-totals.ts';

export interface NewSession {
  readonly source: EncodedSource;
  readonly path: string;
  readonly viewerId: string;
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly onEnded: (session: RtspSession) => void;
}

export interface RtspSessionsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RtspLimits;
  readonly metadata: Pick<StreamMetadata, 'setOf'> | undefined;
}

/** All sessions of a server: who may have one, who still has one. */
export class RtspSessions {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limits: RtspLimits;
  readonly #metadata: Pick<StreamMetadata, 'setOf'> | undefined;
  readonly #payloads: PayloadCache;
  readonly #keyFrames: KeyFrameRequests;
  readonly #byId = new Map<string, RtspSession>();
  readonly #totals = new ViewerTotals();

  constructor({ clock, limits, log, metadata }: RtspSessionsParts) {
    this.#metadata = metadata;
    this.#clock = clock;
    this.#log = log;
    this.#limits = limits;
    this.#payloads = new PayloadCache(limits.packetBytes);
    this.#keyFrames = new KeyFrameRequests(clock, limits.keyFrameGapMs);
  }

  get size(): number {
    return this.#byId.size;
  }

  get stats(): readonly SessionStats[] {
    return [...this.#byId.values()].map((session) => session.stats);
  }

  /** By protocol, since the start. */
  get viewerCounts(): readonly ViewerCounts[] {
    return this.#totals.with(this.stats);
  }

  hasRoomFor(address: string): boolean {
    const group = addressGroup(address);
    const ofAddress = [...this.#byId.values()].filter(({ stats }) => addressGroup(stats.address) === group).length;
    return this.#byId.size < this.#limits.sessions && ofAddress < this.#limits.sessionsPerAddress;
  }

  make({ source, onEnded, ...viewer }: NewSession): RtspSession {
    const session = new RtspSession({
      ...viewer,
      source,
      clock: this.#clock,
      firstPictureMs: this.#limits.firstPictureMs,
      askKeyFrame: () => this.#keyFrames.ask(source),
      onEnded: (ended, reason) => {
        this.#byId.delete(ended.id);
        this.#totals.hasLeft(ended.stats);
        this.#log.info({ stream: source.id, address: viewer.address, reason }, 'RTSP session ended');
        onEnded(ended);
      },
    });
    this.#byId.set(session.id, session);
    return session;
  }

  makeTrack(source: EncodedSource, trackId: number, outlet: PacketOutlet): MediaTrack {
    return trackId === METADATA_TRACK_ID ? this.#metadataTrack(source, outlet) : this.#videoTrack(source, outlet);
  }

  #metadataTrack({ id }: EncodedSource, outlet: PacketOutlet): MetadataTrack {
    const { backlogBytes, packetBytes } = this.#limits;
    const setOf = (unit: AccessUnit) => this.#metadata?.setOf(id, unit);
    return new MetadataTrack({ outlet, setOf, clock: this.#clock, backlogBytes, packetBytes });
  }

  #videoTrack(source: EncodedSource, outlet: PacketOutlet): VideoTrack {
    return new VideoTrack({
      outlet,
      payloads: this.#payloads,
      clock: this.#clock,
      backlogBytes: this.#limits.backlogBytes,
      askKeyFrame: () => this.#keyFrames.ask(source),
    });
  }

  /** Found only by who asks from where it was made, in clear or not as then. */
  find(id: string, address: string, isEncrypted: boolean): RtspSession | undefined {
    const session = this.#byId.get(id);
    return session?.belongsTo(address, isEncrypted) ? session : undefined;
  }

  /** Ends the sessions of which nothing is heard any more. */
  check(): void {
    for (const session of [...this.#byId.values()]) session.check(this.#limits);
  }

  endViewer(viewerId: string): void {
    for (const session of [...this.#byId.values()]) {
      if (session.viewerId === viewerId) session.end('the permission has ended');
    }
  }

  stop(): void {
    this.#keyFrames.stop();
    for (const session of [...this.#byId.values()]) session.end('the server stops');
  }
}
