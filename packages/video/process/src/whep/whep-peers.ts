/** All browsers and relays connected over WebRTC. */
import { PayloadCache } from '../rtp/picture-payloads.ts';
import { readOffer } from './offer.ts';
import { UnreadableSdpFault, VideoPeer } from './video-peer.ts';
import { WHEP_LIMITS } from './whep-limits.ts';
import {
  type FromWhep,
  RELAY_VIEWER,
  type RelaySent,
  type ToWhep,
  type WhepOffer,
  type WhepSetup,
} from './whep-messages.ts';

const TELL_EVERY_MS = 1000;

export class WhepPeers {
  readonly #setup: WhepSetup;
  readonly #post: (message: FromWhep) => void;
  readonly #peers = new Map<string, VideoPeer>();
  /** Publications that are not connected yet, with the request that waits for it. */
  readonly #publishing = new Map<string, number>();
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
    else if (message.kind === 'publishTo') void this.#publishTo(message);
    else if (message.kind === 'unpublish') this.#peers.get(message.peerId)?.end();
    else {
      const answer = () => (message.kind === 'publish' ? this.#publish(message) : this.#answer(message.offer));
      this.#answering = this.#answering.then(answer);
    }
  }

  #give({ streamId, to, unit }: Extract<ToWhep, { kind: 'picture' }>): void {
    for (const peer of this.#peers.values()) {
      const isMeant = 'only' in to ? peer.id === to.only : !to.except.has(peer.id);
      if (!isMeant || peer.streamId !== streamId || !peer.send(unit, this.#payloads)) continue;
      const { bytes, payloads } = this.#payloads.of(unit);
      this.#packets += payloads.length;
      this.#bytes += bytes;
    }
  }

  async #answer(offer: WhepOffer): Promise<void> {
    const { id, sdp, streamId, viewerId } = offer;
    const { peersPerViewer } = WHEP_LIMITS;
    const ofViewer = this.#count(viewerId);
    if (ofViewer >= peersPerViewer) {
      const reason = `this session has ${ofViewer} viewers over WebRTC, which is the most; end one with DELETE`;
      return this.#post({ kind: 'refused', id, why: 'full', reason });
    }
    const read = readOffer(sdp, offer);
    if (!read.ok) return this.#post({ kind: 'refused', id, why: 'offer', reason: read.reason });
    try {
      const answered = await VideoPeer.answer(offer, read.offer, this.#setup, {
        onConnected: () => this.#connected(streamId),
        onEnd: () => this.#ended(),
        onPictureLost: () => this.#post({ kind: 'keyFrame', streamId }),
      });
      this.#peers.set(answered.peer.id, answered.peer);
      this.#tell();
      this.#post({ kind: 'answer', id, peerId: answered.peer.id, sdp: answered.sdp });
    } catch (fault) {
      const why = fault instanceof UnreadableSdpFault ? 'offer' : 'fault';
      this.#post({ kind: 'refused', id, why, reason: text(fault) });
    }
  }

  async #publish({ ceilingBps, id, start, streamId }: Extract<ToWhep, { kind: 'publish' }>): Promise<void> {
    const { publications } = WHEP_LIMITS;
    if (this.#count(RELAY_VIEWER) >= publications) {
      const reason = `${publications} streams are published to relays, which is the most`;
      return this.#post({ kind: 'refused', id, why: 'full', reason });
    }
    try {
      const { peer, sdp } = await VideoPeer.offer({ streamId, ceilingBps, start }, this.#setup, {
        onConnected: () => this.#published(peer),
        onEnd: () => this.#ended(),
        onPictureLost: () => this.#post({ kind: 'keyFrame', streamId, relayId: peer.id }),
        onUplink: (rate) => this.#post({ kind: 'uplink', streamId, peerId: peer.id, rate, ceilingBps }),
      });
      this.#peers.set(peer.id, peer);
      this.#tell();
      this.#post({ kind: 'offer', id, peerId: peer.id, sdp, streamId, start });
    } catch (fault) {
      this.#post({ kind: 'refused', id, why: 'fault', reason: text(fault) });
    }
  }

  async #publishTo({ id, peerId, sdp }: Extract<ToWhep, { kind: 'publishTo' }>): Promise<void> {
    const peer = this.#peers.get(peerId);
    if (peer === undefined) return this.#post({ kind: 'refused', id, why: 'fault', reason: 'its offer has expired' });
    this.#publishing.set(peerId, id);
    try {
      await peer.accept(sdp);
    } catch (fault) {
      this.#publishing.delete(peerId);
      this.#post({ kind: 'refused', id, why: 'offer', reason: text(fault) });
      peer.end();
    }
  }

  #published(peer: VideoPeer): void {
    const id = this.#publishing.get(peer.id);
    this.#publishing.delete(peer.id);
    this.#connected(peer.streamId, peer.id);
    if (id !== undefined) this.#post({ kind: 'published', id });
  }

  #count(viewerId: string): number {
    return this.#peers.values().reduce((count, peer) => count + Number(peer.viewerId === viewerId), 0);
  }

  /** The first viewer of a stream starts its source, which begins with a key frame; further viewers request one. */
  #connected(streamId: string, relayId?: string): void {
    this.#tell();
    this.#post({ kind: 'joined', streamId, ...(relayId !== undefined && { relayId }) });
  }

  #endSession({ id, peerId, viewerId }: Extract<ToWhep, { kind: 'endSession' }>): void {
    const peer = this.#peers.get(peerId);
    const wasThere = peer !== undefined && peer.viewerId === viewerId;
    if (wasThere) peer.end();
    this.#post({ kind: 'hungUp', id, wasThere });
  }

  #endWhere(holds: (peer: VideoPeer) => boolean): void {
    for (const peer of [...this.#peers.values()]) if (holds(peer)) peer.end();
  }

  #ended(): void {
    for (const [id, peer] of this.#peers) {
      if (!peer.hasEnded) continue;
      this.#peers.delete(id);
      if (peer.viewerId === RELAY_VIEWER) this.#unpublished(id);
    }
    this.#tell();
  }

  #unpublished(peerId: string): void {
    const id = this.#publishing.get(peerId);
    this.#publishing.delete(peerId);
    const reason = 'the relay cannot be reached over UDP or TCP';
    if (id !== undefined) this.#post({ kind: 'refused', id, why: 'fault', reason });
    this.#post({ kind: 'unpublished', peerId });
  }

  #watched(): Set<string> {
    return new Set([...this.#peers.values()].flatMap((peer) => (peer.isConnected ? [peer.streamId] : [])));
  }

  #relays(): RelaySent[] {
    const relays = [...this.#peers.values()].filter(
      ({ isConnected, viewerId }) => isConnected && viewerId === RELAY_VIEWER,
    );
    return relays.map(({ id, sentBytes }) => ({ peerId: id, bytes: sentBytes }));
  }

  #tell(): void {
    const sent = { packets: this.#packets, bytes: this.#bytes, relays: this.#relays() };
    this.#post({ kind: 'watched', watched: { streamIds: [...this.#watched()], peers: this.#peers.size, ...sent } });
    this.#telling ??= setInterval(() => this.#tell(), TELL_EVERY_MS);
    if (this.#peers.size > 0) return;
    clearInterval(this.#telling);
    this.#telling = undefined;
  }
}

const text = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
