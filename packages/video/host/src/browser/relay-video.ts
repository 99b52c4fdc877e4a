/** Streams for relays: offers over WebRTC, which the link to the hub delivers. */

import type { Cancel } from '@kitestring/base/clock.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { BrowserOrder, BrowserReport, RelayUplink } from '@kitestring/video-process/process';

interface RelayVideoDeps {
  /** Whether the stream exists and delivers pictures. */
  readonly check: (streamId: string) => Result<unknown>;
  readonly ask: (order: (id: number) => BrowserOrder) => Promise<BrowserReport | undefined>;
  readonly send: (order: BrowserOrder) => void;
  /** False where no UDP port is available. */
  readonly hasWebRtc: boolean;
}

interface Publication {
  sentBytes: number;
  /** Absent while the relay has not said anything about the link. */
  uplink?: RelayUplink;
}

type Outcome<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly reason: string };

const failed = (reason: string) => ({ ok: false, reason }) as const;

export class RelayVideo {
  readonly #deps: RelayVideoDeps;
  /** With the last report of each. */
  readonly #open = new Map<string, Publication>();
  readonly #listeners = new Set<(peerId: string) => void>();

  constructor(deps: RelayVideoDeps) {
    this.#deps = deps;
  }

  /** An offer with all candidates for the relay at a host, which expires without an answer. Never rejects. */
  async offer(
    streamId: string,
    relay: string,
    maxKbps: number,
  ): Promise<Outcome<{ readonly peerId: string; readonly sdp: string }>> {
    const { ask, check, hasWebRtc } = this.#deps;
    const ready = check(streamId);
    if (!ready.ok) return failed(ready.refusal.message);
    if (!hasWebRtc) return failed('WebRTC is off on this station (video.webrtc_udp_ports)');
    const answer = await ask((id) => ({ act: 'publish', id, streamId, relay, maxKbps }));
    if (answer?.what !== 'offer') return failed(failureText(answer));
    this.#open.set(answer.peerId, { sentBytes: 0 });
    return { ok: true, peerId: answer.peerId, sdp: answer.sdp };
  }

  /** Takes the answer of the relay; resolves when it gets pictures. Never rejects. */
  async accept(peerId: string, sdp: string): Promise<Outcome<object>> {
    const answer = await this.#deps.ask((id) => ({ act: 'publishTo', id, peerId, sdp }));
    return answer?.what === 'published' ? { ok: true } : failed(failureText(answer));
  }

  /** No effect on a connection that has ended. */
  end(peerId: string): void {
    if (this.#open.delete(peerId)) this.#deps.send({ act: 'unpublish', peerId });
  }

  /** @param listener called when a connection has ended by itself */
  onEnd(listener: (peerId: string) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Undefined while its relay has not said anything about the link. */
  uplink(peerId: string): RelayUplink | undefined {
    return this.#open.get(peerId)?.uplink;
  }

  /** Bytes since the connection began, as of the last second; undefined for one that has ended. */
  sentBytes(peerId: string): number | undefined {
    return this.#open.get(peerId)?.sentBytes;
  }

  reported(peerId: string, uplink: RelayUplink): void {
    const publication = this.#open.get(peerId);
    if (publication !== undefined) publication.uplink = uplink;
  }

  sent(peerId: string, bytes: number): void {
    const publication = this.#open.get(peerId);
    if (publication !== undefined) publication.sentBytes = bytes;
  }

  /** The media process reports the end of a connection. */
  ended(peerId: string): void {
    if (!this.#open.delete(peerId)) return;
    for (const listener of this.#listeners) listener(peerId);
  }

  /** The media process has ended, and all connections with it. */
  down(): void {
    for (const peerId of [...this.#open.keys()]) this.ended(peerId);
  }
}

const failureText = (answer: BrowserReport | undefined): string =>
  answer?.what === 'refused' ? answer.reason : 'the media process does not answer';
