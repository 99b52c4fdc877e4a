import type { Cancel } from '@kitestring/base/clock.ts';
import type { StreamUplinkReason } from '@kitestring/hub-contract/stream-uplink.ts';

/** An offer (SDP) with all candidates, and the connection that waits for the answer. */
interface PublishOffer {
  readonly peerId: string;
  readonly sdp: string;
}

type Outcome<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly reason: string };

/** State of the link for one stream. */
export interface PublishedUplink {
  /** Current upper limit of the stream, kbit/s. */
  readonly targetKbps: number;
  /** Why it is not higher, or `free`. */
  readonly reason: StreamUplinkReason;
  /** Size of the pictures that are encoded for the link; absent while the original stream is sent. */
  readonly made?: { readonly widthPx: number; readonly heightPx: number; readonly framesPerS: number };
}

/** The station’s live video as it is sent to a relay over WebRTC. No method rejects. */
export interface VideoPublisher {
  /** @param relay its host @param maxKbps upper limit on the uplink */
  offer(streamId: string, relay: string, maxKbps: number): Promise<Outcome<PublishOffer>>;
  /** Accepts the answer of the relay. Resolves when pictures are being sent. */
  accept(peerId: string, sdp: string): Promise<Outcome<object>>;
  /** Ends a connection; no effect if it has ended. */
  end(peerId: string): void;
  /** State of the link according to the relay’s reports; undefined before the first. */
  uplink(peerId: string): PublishedUplink | undefined;
  /** Called when a connection has ended, ordered or not. */
  onEnd(listener: (peerId: string) => void): Cancel;
}
