import { addressGroup } from '@kitestring/base/client-address.ts';
import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { ViewerCounts } from '../process/output-report.ts';
import { PayloadCache } from '../rtp/picture-payloads.ts';
import { DocumentTrack } from './document-track.ts';
import { JpegTrack } from './jpeg-track.ts';
import { MetadataTrack } from './metadata-track.ts';
import type { PacketSender } from './packet-sender.ts';
import type { DeadlineClock, MediaLog } from './ports.ts';
import type { MediaTrack } from './rtp-track.ts';
import type { RtspLimits } from './rtsp-limits.ts';
import { RtspSession, type SessionStats } from './rtsp-session.ts';
import { DOCUMENT_TRACK_ID, JPEG_TRACK_ID, METADATA_TRACK_ID } from './session-description.ts';
import type { StreamDocuments } from './stream-documents.ts';
import { VideoTrack } from './video-track.ts';
import { ViewerTotals } from './viewer-totals.ts';

interface NewSession {
  readonly source: EncodedSource;
  readonly path: string;
  readonly viewerId: string;
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly onEnded: (session: RtspSession) => void;
}

interface RtspSessionsDeps {
  readonly clock: DeadlineClock;
  readonly log: MediaLog;
  readonly limits: RtspLimits;
  readonly metadata: Pick<StreamMetadata, 'setOf'> | undefined;
  readonly documents: StreamDocuments | undefined;
}

/** All sessions of a server, with their limits. */
export class RtspSessions {
  readonly #deps: RtspSessionsDeps;
  readonly #payloads: PayloadCache;
  readonly #byId = new Map<string, RtspSession>();
  readonly #totals = new ViewerTotals();

  constructor(deps: RtspSessionsDeps) {
    this.#deps = deps;
    this.#payloads = new PayloadCache(deps.limits.packetBytes);
  }

  get stats(): readonly SessionStats[] {
    return [...this.#byId.values()].map((session) => session.stats);
  }

  /** Counts by protocol since the start. */
  get viewerCounts(): readonly ViewerCounts[] {
    return this.#totals.with(this.stats);
  }

  hasRoomFor(address: string): boolean {
    const group = addressGroup(address);
    const ofAddress = [...this.#byId.values()].filter(({ stats }) => addressGroup(stats.address) === group).length;
    return this.#byId.size < this.#deps.limits.sessions && ofAddress < this.#deps.limits.sessionsPerAddress;
  }

  make({ source, onEnded, ...viewer }: NewSession): RtspSession {
    const session = new RtspSession({
      ...viewer,
      source,
      clock: this.#deps.clock,
      firstPictureMs: this.#deps.limits.firstPictureMs,
      onEnded: (ended, reason) => {
        this.#byId.delete(ended.id);
        this.#totals.hasLeft(ended.stats);
        this.#deps.log.info({ stream: source.id, address: viewer.address, reason }, 'RTSP session ended');
        onEnded(ended);
      },
    });
    this.#byId.set(session.id, session);
    return session;
  }

  makeTrack(source: EncodedSource, trackId: number, sender: PacketSender): MediaTrack {
    const { clock, documents, limits } = this.#deps;
    if (trackId === METADATA_TRACK_ID) return this.#metadataTrack(source, sender);
    const { backlogBytes, packetBytes } = limits;
    if (trackId === JPEG_TRACK_ID) return new JpegTrack({ sender, payloads: this.#payloads, clock, backlogBytes });
    if (trackId !== DOCUMENT_TRACK_ID || documents === undefined) return this.#videoTrack(source, sender);
    return new DocumentTrack({ sender, documents, streamId: source.id, clock, backlogBytes, packetBytes });
  }

  #metadataTrack({ id }: EncodedSource, sender: PacketSender): MetadataTrack {
    const { backlogBytes, packetBytes } = this.#deps.limits;
    const setOf = (unit: AccessUnit) => this.#deps.metadata?.setOf(id, unit);
    return new MetadataTrack({ sender, setOf, clock: this.#deps.clock, backlogBytes, packetBytes });
  }

  #videoTrack(source: EncodedSource, sender: PacketSender): VideoTrack {
    return new VideoTrack({
      sender,
      payloads: this.#payloads,
      clock: this.#deps.clock,
      backlogBytes: this.#deps.limits.backlogBytes,
      askKeyFrame: () => source.requestKeyFrame(),
    });
  }

  /** Found only from the address, and with the encryption, of its creation. */
  find(id: string, address: string, isEncrypted: boolean): RtspSession | undefined {
    const session = this.#byId.get(id);
    return session?.belongsTo(address, isEncrypted) ? session : undefined;
  }

  /** Ends the sessions that have timed out. */
  check(): void {
    for (const session of [...this.#byId.values()]) session.check(this.#deps.limits);
  }

  endViewer(viewerId: string): void {
    for (const session of [...this.#byId.values()]) {
      if (session.viewerId === viewerId) session.end('the permission has ended');
    }
  }

  stop(): void {
    for (const session of [...this.#byId.values()]) session.end('the server stops');
  }
}
