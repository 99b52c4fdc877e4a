import type { PacketSender } from '../packet-sender.ts';
import type { MediaTrack } from '../rtp-track.ts';
import type { RequestContext } from '../rtsp-peer.ts';
import type { RtspResponse } from '../rtsp-response.ts';
import type { RtspSession } from '../rtsp-session.ts';
import {
  multicastTransport,
  readTransports,
  type TransportOffer,
  tcpTransport,
  udpTransport,
} from '../transport-header.ts';
import { UdpSender } from '../udp-sender.ts';
import { type GrantedTarget, grantedTarget, videoTrackId } from './granted-target.ts';
import { optionalSession, sessionHeader } from './named-session.ts';

/** A possible transport, with its response. */
interface ViewerTransport {
  readonly makeTrack: () => MediaTrack;
  /** Gives it up without a track. */
  readonly drop: () => void;
  readonly transport: (ssrc: number) => string;
  /** Registers the receiver of reports on this transport. */
  readonly listen: (onReport: (bytes: Buffer) => void) => void;
}

export async function setUp(context: RequestContext): Promise<RtspResponse> {
  const granted = await grantedTarget(context);
  if ('status' in granted) return granted;
  const named = optionalSession(context);
  if (named !== undefined && 'status' in named) return named;
  const refusal = refusalOf(context, granted, named);
  if (refusal !== undefined) return refusal;
  const delivery = await firstDelivery(context, granted);
  if ('status' in delivery) return delivery;
  // Meanwhile other clients may have connected, and the session may have ended.
  const late = refusalOf(context, granted, named);
  if (late !== undefined) {
    delivery.drop();
    return late;
  }
  return begin(context, granted, delivery, named);
}

/** Why the track is impossible; undefined when it is possible. */
function refusalOf(
  context: RequestContext,
  { source, target }: GrantedTarget,
  named: RtspSession | undefined,
): RtspResponse | undefined {
  if (named === undefined) {
    return context.services.sessions.hasRoomFor(context.peer.address) ? undefined : { status: 453 };
  }
  if (named.source !== source) return { status: 459 };
  // Changing a track's transport, or adding a track while playing, is not supported.
  const isTaken = named.tracks.has(trackIdOf({ target })) || named.state !== 'ready';
  return isTaken ? { status: 455, headers: [sessionHeader(named, context)] } : undefined;
}

function begin(
  context: RequestContext,
  granted: GrantedTarget,
  delivery: ViewerTransport,
  named: RtspSession | undefined,
): RtspResponse {
  const { services } = context;
  const { source } = granted;
  const trackId = trackIdOf(granted);
  const session = named ?? makeSession(context, granted);
  const track = delivery.makeTrack();
  session.addTrack(trackId, track);
  delivery.listen((bytes) => {
    if (track.receive(bytes)) session.touch();
  });
  const { address, isEncrypted } = context.peer;
  if (named === undefined) {
    context.peer.adopt(session);
    services.log.info({ stream: source.id, address, transport: track.kind, isEncrypted }, 'RTSP session set up');
  }
  return {
    status: 200,
    headers: [['Transport', delivery.transport(track.ssrc)], sessionHeader(session, context)],
  };
}

function makeSession({ peer, services }: RequestContext, { source, target, viewerId }: GrantedTarget): RtspSession {
  const { address, isEncrypted } = peer;
  return services.sessions.make({
    source,
    path: target.streamId,
    viewerId,
    address,
    isEncrypted,
    onEnded: (ended) => peer.release(ended),
  });
}

/** The first acceptable offer; 461 when none is, 453 when resources are exhausted. */
async function firstDelivery(context: RequestContext, granted: GrantedTarget): Promise<ViewerTransport | RtspResponse> {
  const offers = readTransports(context.request.headers.get('transport') ?? '');
  let refusal: RtspResponse = { status: 461 };
  for (const offer of offers) {
    const delivery = await deliveryBy(offer, context, granted);
    if ('makeTrack' in delivery) return delivery;
    if (delivery.status !== 461) refusal = delivery;
  }
  return refusal;
}

function deliveryBy(
  offer: TransportOffer,
  context: RequestContext,
  granted: GrantedTarget,
): ViewerTransport | RtspResponse | Promise<ViewerTransport | RtspResponse> {
  if (offer.kind === 'tcp') return overTcp(context, granted, offer);
  return offer.kind === 'udp' ? overUdp(context, granted, offer) : toGroup(context, granted, offer);
}

const trackIdOf = ({ target }: Pick<GrantedTarget, 'target'>): number => target.trackId ?? videoTrackId(target);

const trackBy = ({ services }: RequestContext, granted: GrantedTarget, sender: PacketSender) => ({
  makeTrack: () => services.sessions.makeTrack(granted.source, trackIdOf(granted), sender),
  drop: () => sender.close(),
});

type OfferOf<K extends TransportOffer['kind']> = Extract<TransportOffer, { kind: K }>;

function overTcp(
  context: RequestContext,
  granted: GrantedTarget,
  offer: OfferOf<'tcp'>,
): ViewerTransport | RtspResponse {
  const { peer } = context;
  const channels = peer.freeChannels(offer.channels);
  if (channels === undefined) return { status: 461 };
  let onReport = (_bytes: Buffer) => {};
  const sender = peer.openInterleaved(channels, (bytes) => onReport(bytes));
  return {
    ...trackBy(context, granted, sender),
    transport: (ssrc) => tcpTransport(channels, ssrc),
    listen: (listener) => {
      onReport = listener;
    },
  };
}

/** Not for TLS connections: their pictures must not be sent unencrypted. */
async function overUdp(
  context: RequestContext,
  granted: GrantedTarget,
  offer: OfferOf<'udp'>,
): Promise<ViewerTransport | RtspResponse> {
  const { peer, services } = context;
  if (peer.isEncrypted || services.udpPorts === undefined) return { status: 461 };
  const pair = await services.udpPorts.take({
    localAddress: peer.localAddress,
    remoteAddress: peer.address,
    remotePorts: offer.clientPorts,
  });
  if (pair === undefined) return { status: 453 };
  return {
    ...trackBy(context, granted, new UdpSender(pair)),
    transport: (ssrc) => udpTransport(offer.clientPorts, pair.ports, ssrc),
    listen: (listener) => {
      pair.rtcp.on('message', listener);
    },
  };
}

/** One sender for all viewers of the track; not for TLS connections either. */
async function toGroup(
  { peer, services }: RequestContext,
  granted: GrantedTarget,
  offer: OfferOf<'multicast'>,
): Promise<ViewerTransport | RtspResponse> {
  const { multicast, sessions } = services;
  const { source } = granted;
  const trackId = trackIdOf(granted);
  const group = multicast?.group(source.id, trackId);
  if (peer.isEncrypted || multicast === undefined || group === undefined) return { status: 461 };
  const { destination = group.address, port = String(group.port) } = offer;
  if (destination !== group.address || port.split('-')[0] !== String(group.port)) return { status: 461 };
  const wanted = { source, trackId, localAddress: peer.localAddress };
  const track = await multicast.join(wanted, (sender) => sessions.makeTrack(source, trackId, sender));
  if (track === undefined) return { status: 461 };
  return {
    makeTrack: () => track,
    drop: () => track.close(),
    transport: (ssrc) => multicastTransport(group, ssrc),
    listen: () => {},
  };
}
