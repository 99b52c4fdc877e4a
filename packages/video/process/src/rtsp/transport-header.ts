import type { MulticastGroup } from './multicast-group.ts';

/** One transport offered by a client. Source: RFC 2326 section 12.39. */
export type TransportOffer =
  | { readonly kind: 'tcp'; readonly channels: readonly [rtp: number, rtcp: number] | undefined }
  | { readonly kind: 'udp'; readonly clientPorts: readonly [rtp: number, rtcp: number] }
  /** To the group that the server has, which the client may name. */
  | { readonly kind: 'multicast'; readonly destination: string | undefined; readonly port: string | undefined };

const OFFERS_MAX = 16;
/** Lower ports belong to services. */
const CLIENT_PORT_MIN = 1024;

/** The supported offers, in the client's order. SRTP and recording are not supported. */
export function readTransports(header: string): readonly TransportOffer[] {
  return header
    .split(',')
    .slice(0, OFFERS_MAX)
    .map(readOffer)
    .filter((offer) => offer !== undefined);
}

function readOffer(text: string): TransportOffer | undefined {
  const [profile = '', ...parameters] = text.split(';').map((part) => part.trim());
  const given = new Map(parameters.map((parameter) => nameAndValue(parameter)));
  const mode = (given.get('mode') ?? 'play').replaceAll('"', '').toLowerCase();
  // A destination chosen by the client would allow attacks on others (RFC 2326 section 16).
  if ((given.has('destination') && !given.has('multicast')) || mode !== 'play') return undefined;
  switch (profile.toUpperCase()) {
    case 'RTP/AVP/TCP':
      return given.has('multicast') ? undefined : tcpOffer(given.get('interleaved'));
    case 'RTP/AVP':
    case 'RTP/AVP/UDP':
      return given.has('multicast') ? multicastOffer(given) : udpOffer(given.get('client_port'));
    default:
      return undefined;
  }
}

const multicastOffer = (given: ReadonlyMap<string, string>): TransportOffer => ({
  kind: 'multicast',
  destination: given.get('destination'),
  port: given.get('port'),
});

function nameAndValue(parameter: string): [string, string] {
  const at = parameter.indexOf('=');
  if (at < 0) return [parameter.toLowerCase(), ''];
  return [parameter.slice(0, at).trim().toLowerCase(), parameter.slice(at + 1).trim()];
}

function tcpOffer(interleaved: string | undefined): TransportOffer | undefined {
  if (interleaved === undefined) return { kind: 'tcp', channels: undefined };
  const channels = readPair(interleaved);
  if (channels === undefined || Math.max(...channels) > 255) return undefined;
  return { kind: 'tcp', channels };
}

function udpOffer(clientPort: string | undefined): TransportOffer | undefined {
  const clientPorts = clientPort === undefined ? undefined : readPair(clientPort);
  if (clientPorts === undefined) return undefined;
  if (Math.min(...clientPorts) < CLIENT_PORT_MIN || Math.max(...clientPorts) > 65_535) return undefined;
  return { kind: 'udp', clientPorts };
}

/** `4588-4589`, or the first of the two alone. */
function readPair(text: string): readonly [number, number] | undefined {
  const [, first, second] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const pair = [Number(first), second === undefined ? Number(first) + 1 : Number(second)] as const;
  return pair[0] === pair[1] ? undefined : pair;
}

const hex = (ssrc: number) => ssrc.toString(16).toUpperCase().padStart(8, '0');

export const tcpTransport = ([rtp, rtcp]: readonly [number, number], ssrc: number): string =>
  `RTP/AVP/TCP;unicast;interleaved=${rtp}-${rtcp};ssrc=${hex(ssrc)};mode="PLAY"`;

export const udpTransport = (
  client: readonly [number, number],
  server: readonly [number, number],
  ssrc: number,
): string =>
  `RTP/AVP;unicast;client_port=${client.join('-')};server_port=${server.join('-')};ssrc=${hex(ssrc)};mode="PLAY"`;

export const multicastTransport = ({ address, port, ttl }: MulticastGroup, ssrc: number): string =>
  `RTP/AVP;multicast;destination=${address};port=${port}-${port + 1};ttl=${ttl};ssrc=${hex(ssrc)};mode="PLAY"`;
