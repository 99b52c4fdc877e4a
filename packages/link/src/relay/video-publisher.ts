import type { Cancel } from '@kitestring/base/clock.ts';
import type { StreamUplinkReason } from '@kitestring/hubcontract/stream-uplink.ts';

/** An offer (SDP) with all its candidates, and the connection that waits for the answer. */
interface PublishOffer {
  readonly peerId: string;
  readonly sdp: string;
}

type Outcome<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly reason: string };

/** How a link carries a stream. */
export interface PublishedUplink {
  /** Most that the stream may take now. */
  readonly targetKbps: number;
  /** Why it is not more, or `free`. */
  readonly reason: StreamUplinkReason;
  /** The smaller pictures that are encoded for the link; absent while the stream goes out as it is. */
  readonly made?: { readonly widthPx: number; readonly heightPx: number; readonly framesPerS: number };
}

/** The station’s live video, as a relay gets it over WebRTC. Nothing rejects. */
export interface VideoPublisher {
  /** @param maxKbps the most of the uplink that it may take */
  offer(streamId: string, maxKbps: number): Promise<Outcome<PublishOffer>>;
  /** Takes the answer of the relay. Resolves when pictures are on their way to it. */
  accept(peerId: string, sdp: string): Promise<Outcome<object>>;
  /** Ends a connection; no effect on one that has ended. */
  end(peerId: string): void;
  /** State of the link by the relay’s reports; undefined before the first. */
  uplinkOf(peerId: string): PublishedUplink | undefined;
  /** Called when a connection has ended, ordered or not. */
  onEnd(listener: (peerId: string) => void): Cancel;
}
