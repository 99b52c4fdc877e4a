/** All browsers connected over WebRTC. */
import { PayloadCache } from '../rtp/picture-payloads.ts';
import { readOffer } from './offer.ts';
import { WHEP_LIMITS } from './whep-limits.ts';
import type { FromWhep, ToWhep, WhepOffer, WhepSetup } from './whep-messages.ts';
import { UnreadableOffer, WhepPeer } from './whep-peer.ts';

const TELL_EVERY_MS = 1000;

export class WhepPeers {
  readonly #setup: WhepSetup;
  readonly #post: (message: FromWhep) => void;
  readonly #peers = new Map<string, WhepPeer>();
  readonly #payloads = new PayloadCache(WHEP_LIMITS.packetBytes);
  /** Offers are answered in sequence: two port searches in parallel would find the same port. */
  #answering: Promise<unknown> = Promise.resolve();
  #telling: NodeJS.Timeout | undefined;
  #packets = 0;
  #bytes = 0;

  constructor(setup: WhepSetup, post: (message: FromWhep) => void) {
    this.#setup = setup;
    this.#post = post;
  }

  receive(message: ToWhep): void {
    if (message.kind === 'picture') this.#give(message);
    else if (message.kind === 'endSession') this.#endSession(message);
    else if (message.kind === 'endViewer') this.#endWhere(({ viewerId }) => viewerId === message.viewerId);
    else if (message.kind === 'ended') this.#endWhere(({ streamId }) => streamId === message.streamId);
    else this.#answering = this.#answering.then(() => this.#answer(message.offer));
  }

  #give({ streamId, unit }: Extract<ToWhep, { kind: 'picture' }>): void {
    for (const peer of this.#peers.values()) {
      if (peer.streamId !== streamId || !peer.send(unit, this.#payloads)) continue;
      const { bytes, payloads } = this.#payloads.of(unit);
      this.#packets += payloads.length;
      this.#bytes += bytes;
    }
  }

  async #answer(offer: WhepOffer): Promise<void> {
    const { id, profile, sdp, streamId, viewerId } = offer;
    const { peersPerViewer } = WHEP_LIMITS;
    const ofViewer = this.#peers.values().reduce((count, peer) => count + Number(peer.viewerId === viewerId), 0);
    if (ofViewer >= peersPerViewer) {
      const reason = `this session has ${ofViewer} viewers over WebRTC, which is the most; end one with DELETE`;
      return this.#post({ kind: 'refused', id, why: 'full', reason });
    }
    const read = readOffer(sdp, profile);
    if (!read.ok) return this.#post({ kind: 'refused', id, why: 'offer', reason: read.reason });
    try {
      const answered = await WhepPeer.answer(offer, read.offer, this.#setup, {
        onConnected: () => this.#connected(streamId),
        onEnd: () => this.#ended(),
        onPictureLost: () => this.#post({ kind: 'keyFrame', streamId }),
      });
      this.#peers.set(answered.peer.id, answered.peer);
      this.#tell();
      this.#post({ kind: 'answer', id, peerId: answered.peer.id, sdp: answered.sdp });
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      this.#post({ kind: 'refused', id, why: fault instanceof UnreadableOffer ? 'offer' : 'fault', reason });
    }
  }

  /** The first viewer of a stream starts its source, which begins with a key frame; further viewers request one. */
  #connected(streamId: string): void {
    this.#tell();
    this.#post({ kind: 'joined', streamId });
  }

  #endSession({ id, peerId, viewerId }: Extract<ToWhep, { kind: 'endSession' }>): void {
    const peer = this.#peers.get(peerId);
    const wasThere = peer !== undefined && peer.viewerId === viewerId;
    if (wasThere) peer.end();
    this.#post({ kind: 'hungUp', id, wasThere });
  }

  #endWhere(holds: (peer: WhepPeer) => boolean): void {
    for (const peer of [...this.#peers.values()]) if (holds(peer)) peer.end();
  }

  #ended(): void {
    for (const [id, peer] of this.#peers) if (peer.hasEnded) this.#peers.delete(id);
    this.#tell();
  }

  #watched(): Set<string> {
    return new Set([...this.#peers.values()].flatMap((peer) => (peer.isConnected ? [peer.streamId] : [])));
  }

  #tell(): void {
    const sent = { packets: this.#packets, bytes: this.#bytes };
    this.#post({ kind: 'watched', watched: { streamIds: [...this.#watched()], peers: this.#peers.size, ...sent } });
    this.#telling ??= setInterval(() => this.#tell(), TELL_EVERY_MS);
    if (this.#peers.size > 0) return;
    clearInterval(this.#telling);
    this.#telling = undefined;
  }
}
