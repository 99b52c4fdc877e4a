import type { MulticastGroup } from '@kitestring/video-process/rtsp';
import type { OnvifUsers, UserLevel } from '../auth/onvif-users.ts';
import type { DiscoveryMode } from '../discovery/discovery-mode.ts';
import type { EventBroker } from '../events/event-broker.ts';
import { type GroupOwner, groupAsked } from '../media/multicast-groups.ts';
import type { MulticastStreams } from '../media/multicast-streams.ts';
import { type ConfigurationKind, Profiles, TOKEN_PREFIX, type UsedStream } from '../media/profiles.ts';
import type { MetadataWriters } from '../metadata/metadata-writers.ts';
import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import type { PresetMoves } from '../ptz/preset-moves.ts';
import type { PtzControl } from '../ptz/ptz-control.ts';
import type { Markup } from '../soap/markup.ts';
import { textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';

/** `PRE_AUTH`: without credentials. */
export type Access = 'PRE_AUTH' | UserLevel;

/** One request in progress. */
export interface OnvifExchange {
  readonly body: XmlElement;
  readonly station: OnvifStation;
  readonly ptz: PtzControl;
  readonly presetMoves: PresetMoves;
  readonly users: OnvifUsers;
  readonly events: EventBroker;
  readonly metadata: MetadataWriters;
  readonly multicast: MulticastStreams;
  readonly discovery: DiscoveryMode;
  /** A bug of some cameras: a move has no timeout. */
  readonly areMovesEndless: boolean;
  /** Name of the user; empty for an operation without credentials. */
  readonly user: string;
  /** Path of the request, and the address in its header. */
  readonly url: string;
  readonly to: string | undefined;
  /** Aborts when the client has gone. */
  readonly gone: () => AbortSignal;
  /** Host by which the client reached the device, as in an address. */
  readonly host: string;
  /** `http://HOST:PORT/onvif`, as the client reached it. */
  readonly baseUrl: string;
  readonly clientAddress: string;
  /** Address of this side of the connection. */
  readonly localAddress: string;
}

/** Operations of one service by name: who may call it, and what it answers, without the element of the response. */
export type ServiceTable = Readonly<
  Record<string, readonly [access: Access, answer: (exchange: OnvifExchange) => Markup | Promise<Markup>]>
>;

/** @throws SoapFault where the element is absent */
export function requiredText(body: XmlElement, ...path: readonly string[]): string {
  const text = textAt(body, ...path);
  if (text === undefined) throw argumentFault(`${path.join('/')} is missing`);
  return text;
}

interface NamedKind {
  readonly prefix: string;
  readonly subcode: string;
}

/** Streams whose configuration the request names, all without a token. @throws SoapFault for an unknown one */
export async function namedStreams(
  { body, station }: OnvifExchange,
  field: string,
  { prefix, subcode }: NamedKind,
): Promise<readonly UsedStream[]> {
  const { streams } = await Profiles.of(station);
  const token = textAt(body, field);
  if (token === undefined) return streams;
  const named = streams.filter(({ stream_id: id }) => `${prefix}${id}` === token);
  if (named.length === 0) throw argumentFault(`${field} "${token.slice(0, 64)}" is not known`, subcode);
  return named;
}

/** The one stream whose configuration the request names. @throws SoapFault for an unknown or absent one */
export async function namedStream(exchange: OnvifExchange, field: string, kind: NamedKind): Promise<UsedStream> {
  requiredText(exchange.body, field);
  const [stream] = await namedStreams(exchange, field, kind);
  if (stream === undefined) throw argumentFault(`${field} is not known`, kind.subcode);
  return stream;
}

/** The stream whose configuration a request sets. @param configuration with its token @throws SoapFault */
export async function configuredStream(
  { station }: OnvifExchange,
  configuration: XmlElement | undefined,
  { prefix, subcode }: NamedKind,
): Promise<UsedStream> {
  const token = configuration?.attributes.get('token');
  if (token === undefined) throw argumentFault('Configuration with a token is missing');
  const stream = (await Profiles.of(station)).streams.find(({ stream_id: id }) => `${prefix}${id}` === token);
  if (stream === undefined) throw argumentFault(`the configuration "${token.slice(0, 64)}" is not known`, subcode);
  return stream;
}

/** The group that a request sets, undefined where it stays. @param stream as it is then @throws SoapFault */
export async function groupOfRequest(
  { station }: OnvifExchange,
  stream: OnvifStream,
  owner: GroupOwner,
  configuration: XmlElement | undefined,
): Promise<MulticastGroup | undefined> {
  const { streams } = await Profiles.of(station);
  return groupAsked(
    { documents: station.documents, firstGroups: station.firstGroups, streams, stream, owner },
    configuration,
  );
}

/** The profile that the request names. @throws SoapFault for an unknown or absent one */
export const namedProfile = async ({ body, station }: OnvifExchange, field = 'ProfileToken') =>
  (await Profiles.of(station)).find(requiredText(body, field));

interface ProfileContent<S> {
  readonly kinds: readonly ConfigurationKind[];
  readonly stream: S | undefined;
}

/** @throws SoapFault where the profile has no configuration of this kind */
function streamWith<S>({ kinds, stream }: ProfileContent<S>, kind: ConfigurationKind, token: string): S {
  if (stream !== undefined && kinds.includes(kind)) return stream;
  const reason = `the profile "${token}" has no configuration of the type ${kind}`;
  if (kind === 'PTZ') throw argumentFault(reason, 'NoPTZProfile');
  throw new SoapFault('Receiver', 'Action/IncompleteConfiguration', reason);
}

/** The stream of the profile that the request names. @param kind of the configuration that it must have @throws SoapFault */
export async function profileStream(exchange: OnvifExchange, kind: ConfigurationKind): Promise<UsedStream> {
  const profile = await namedProfile(exchange);
  return streamWith(profile, kind, profile.token);
}

/** The same without the content of its configurations, for requests that come often. @throws SoapFault */
export async function plainProfileStream(
  { body, station }: OnvifExchange,
  kind: ConfigurationKind,
): Promise<OnvifStream> {
  const token = requiredText(body, 'ProfileToken');
  return streamWith((await Profiles.of(station)).findStream(token), kind, token);
}

export const CONFIGURATION = {
  source: { prefix: TOKEN_PREFIX.VideoSource, subcode: 'NoConfig' },
  encoder: { prefix: TOKEN_PREFIX.VideoEncoder, subcode: 'NoConfig' },
  ptz: { prefix: TOKEN_PREFIX.PTZ, subcode: 'NoConfig' },
  analytics: { prefix: TOKEN_PREFIX.Analytics, subcode: 'NoConfig' },
  metadata: { prefix: TOKEN_PREFIX.Metadata, subcode: 'NoConfig' },
};
