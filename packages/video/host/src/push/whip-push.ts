import { Fault } from '@kitestring/base/fault.ts';
import { pushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import type { PushTarget } from '@kitestring/video-process/push';
import type { RelayVideo } from '../browser/relay-video.ts';
import type { PushAttempt, PushEvents } from './push-attempt.ts';

/** A publication at a WHIP server. */
interface WhipPublication {
  /** Answer to the offer. */
  readonly answer: string;
  end(): Promise<void>;
}

/** Begins one; rejects with a `Fault` whose message is one line without secrets. */
export type OpenWhip = (
  target: Pick<PushTarget, 'url' | 'token'> & { readonly checksCertificate: boolean },
  offer: string,
) => Promise<WhipPublication>;

interface WhipPushDeps {
  readonly openWhip: OpenWhip;
  readonly relay: Pick<RelayVideo, 'offer' | 'accept' | 'end' | 'onEnd' | 'sentBytes'>;
  readonly checksCertificate: boolean;
}

/** More than any stream has. */
const MAX_KBPS = 20_000;

/** Brings a stream to a WHIP server (RFC 9725). The media process adapts it to the link, as for the relays of a hub. */
export function whipPush(
  target: PushTarget,
  streamId: string,
  { checksCertificate, openWhip, relay }: WhipPushDeps,
  events: PushEvents,
): PushAttempt {
  let peerId: string | undefined;
  let session: WhipPublication | undefined;
  let hasEnded = false;
  const stop = () => {
    hasEnded = true;
    cancel();
    if (peerId !== undefined) relay.end(peerId);
    void session?.end();
  };
  const fail = (reason: string) => {
    if (hasEnded) return;
    stop();
    events.onEnd(reason);
  };
  const cancel = relay.onEnd((id) => {
    if (id === peerId) fail(pushReason('lost', { relay: new URL(target.url).host }));
  });
  const publish = async () => {
    const offer = await relay.offer(streamId, new URL(target.url).host, MAX_KBPS);
    if (!offer.ok) return fail(offer.reason);
    peerId = offer.peerId;
    if (!hasEnded) session = await openWhip({ ...target, checksCertificate }, offer.sdp);
    if (session === undefined || hasEnded) return stop();
    const accepted = await relay.accept(peerId, session.answer);
    if (!accepted.ok) fail(accepted.reason);
    else if (!hasEnded) events.onLive();
  };
  publish().catch((fault: unknown) => {
    if (!(fault instanceof Fault)) throw fault;
    fail(fault.message);
  });
  return {
    get sent() {
      const bytes = peerId === undefined ? undefined : relay.sentBytes(peerId);
      return bytes === undefined ? undefined : { bytes };
    },
    stop,
  };
}
