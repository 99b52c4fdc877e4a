import type { PacketOutlet } from '../packet-outlet.ts';
import type { RequestContext } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import type { RtspSession } from '../rtsp-session.ts';
import { VIDEO_TRACK_ID } from '../session-description.ts';
import { readTransports, type TransportOffer, tcpTransport, udpTransport } from '../transport-header.ts';
import { UdpOutlet } from '../udp-outlet.ts';
import { type GrantedTarget, grantedTarget } from './granted-target.ts';
import { optionalSession, sessionHeader } from './named-session.ts';

/** A way that can be gone, with how its answer reads. */
interface Delivery {
  readonly outlet: PacketOutlet;
  readonly transport: (ssrc: number) => string;
  /** Tells the session of reports that come by this way. */
  readonly listen: (onReport: (bytes: Buffer) => void) => void;
}

export async function setUp(context: RequestContext): Promise<RtspResponse> {
  const granted = await grantedTarget(context);
  if ('status' in granted) return granted;
  const named = optionalSession(context);
  if (named !== undefined && 'status' in named) return named;
  if (named !== undefined && named.source !== granted.source) return { status: 459 };
  // One track cannot be set up twice; changing its transport while it plays is not offered.
  if (named !== undefined) return { status: 455, headers: [sessionHeader(named, context)] };
  const { sessions } = context.services;
  if (!sessions.hasRoomFor(context.peer.address)) return { status: 453 };
  const delivery = await firstDelivery(context);
  if ('status' in delivery) return delivery;
  // Others may have come while the ports were opened.
  if (!sessions.hasRoomFor(context.peer.address)) {
    delivery.outlet.close();
    return { status: 453 };
  }
  return begin(context, granted, delivery);
}

function begin(context: RequestContext, { source, target, viewerId }: GrantedTarget, delivery: Delivery): RtspResponse {
  const { peer, services } = context;
  const { address, isEncrypted } = peer;
  const session = services.sessions.make({
    source,
    path: target.streamId,
    viewerId,
    address,
    isEncrypted,
    onEnded: (ended) => peer.release(ended),
  });
  const track = services.sessions.makeTrack(source, delivery.outlet);
  session.addTrack(VIDEO_TRACK_ID, track);
  delivery.listen((bytes) => {
    if (track.receive(bytes)) session.touch();
  });
  peer.adopt(session);
  services.log.info({ stream: source.id, address, transport: track.kind, isEncrypted }, 'RTSP session set up');
  return {
    status: 200,
    headers: [['Transport', delivery.transport(track.ssrc)], sessionHeader(session as RtspSession, context)],
  };
}

/** The first offer that can be met; 461 when none can, 453 when one could if there were room. */
async function firstDelivery(context: RequestContext): Promise<Delivery | RtspResponse> {
  const offers = readTransports(context.request.headers.get('transport') ?? '');
  let refusal: RtspResponse = { status: 461 };
  for (const offer of offers) {
    const delivery = offer.kind === 'tcp' ? overTcp(context, offer) : await overUdp(context, offer);
    if ('outlet' in delivery) return delivery;
    if (delivery.status !== 461) refusal = delivery;
  }
  return refusal;
}

type Offer<K extends TransportOffer['kind']> = Extract<TransportOffer, { kind: K }>;

function overTcp({ peer }: RequestContext, offer: Offer<'tcp'>): Delivery | RtspResponse {
  const channels = peer.freeChannels(offer.channels);
  if (channels === undefined) return { status: 461 };
  let onReport = (_bytes: Buffer) => {};
  return {
    outlet: peer.openInterleaved(channels, (bytes) => onReport(bytes)),
    transport: (ssrc) => tcpTransport(channels, ssrc),
    listen: (listener) => {
      onReport = listener;
    },
  };
}

/** Never for who came by TLS: what was asked for in secret must not go out in clear. */
async function overUdp({ peer, services }: RequestContext, offer: Offer<'udp'>): Promise<Delivery | RtspResponse> {
  if (peer.isEncrypted || services.udpPorts === undefined) return { status: 461 };
  const pair = await services.udpPorts.take({
    localAddress: peer.localAddress,
    remoteAddress: peer.address,
    remotePorts: offer.clientPorts,
  });
  if (pair === undefined) return { status: 453 };
  return {
    outlet: new UdpOutlet(pair),
    transport: (ssrc) => udpTransport(offer.clientPorts, pair.ports, ssrc),
    listen: (listener) => {
      pair.rtcp.on('message', listener);
    },
  };
}
