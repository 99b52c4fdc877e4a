import { JPEG_QUERY, METADATA_QUERY, MULTICAST_QUERY } from '@kitestring/video-process/rtsp';
import { analyticsConfiguration } from '../analytics/analytics-markup.ts';
import {
  type ConfigurationKind,
  configurationKinds,
  type ListedProfile,
  PROFILES_MAX,
  Profiles,
  type UsedStream,
} from '../media/profiles.ts';
import { metadataConfiguration, metadataOptions } from '../metadata/metadata-markup.ts';
import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import { ptzConfiguration } from '../ptz/ptz-markup.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { children, textAt } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { setAnalytics, whereObjectsAreKnown } from './analytics.ts';
import { ENCODER_OPERATIONS } from './encoder.ts';
import {
  encoderConfiguration,
  encoderConfiguration2,
  encoderOptions,
  encoderOptions2,
  optionsOf,
  sourceConfiguration,
  sourceMarkup,
  sourceOptions,
} from './media-markup.ts';
import { METADATA_OPERATIONS } from './metadata.ts';
import { MULTICAST_OPERATIONS } from './multicast.ts';
import {
  CONFIGURATION,
  namedProfile,
  namedStream,
  namedStreams,
  type OnvifExchange,
  profileStream,
  type ServiceTable,
} from './operation.ts';
import { OSD_OPERATIONS, OSD_OPERATIONS2 } from './osd.ts';
import { PROFILE_OPERATIONS, PROFILE_OPERATIONS2 } from './profiles.ts';

/** By both media services; without one it is RTSP. */
const PROTOCOLS = ['', 'udp', 'tcp', 'rtsp', 'http', 'rtspunicast', 'rtspmulticast', 'rtspoverhttp'];

/** An RTSP address that stays the same: no ticket is in it, the client signs in. */
async function streamUri(exchange: OnvifExchange): Promise<string> {
  const { baseUrl, body, host } = exchange;
  const { encoding, group, rtsp_url: address } = await profileStream(exchange, 'VideoEncoder');
  const { kinds } = await namedProfile(exchange);
  if (address === undefined) throw new SoapFault('Receiver', 'Action', 'the station serves no RTSP without TLS');
  const { pathname, port } = new URL(address);
  const protocol = textAt(body, 'Protocol') ?? textAt(body, 'StreamSetup', 'Transport', 'Protocol') ?? '';
  if (!PROTOCOLS.includes(protocol.toLowerCase().replaceAll(/[_-]/g, '')))
    throw argumentFault(`the protocol "${protocol.slice(0, 32)}" is not served`, 'InvalidStreamSetup');
  const isToGroup = /multicast/i.test(`${protocol} ${textAt(body, 'StreamSetup', 'Stream') ?? ''}`);
  if (isToGroup && group === undefined)
    throw argumentFault('multicast is off for this station: see onvif.multicast', 'InvalidStreamSetup');
  const queries = [
    ...(isToGroup ? [MULTICAST_QUERY] : []),
    ...(encoding.codec === 'JPEG' ? [JPEG_QUERY] : []),
    ...(kinds.includes('Metadata') ? [METADATA_QUERY] : []),
  ];
  const path = queries.length === 0 ? pathname : `${pathname}?${queries.join('&')}`;
  const isTunnel = /^(http|rtspoverhttp)$/i.test(protocol.replaceAll(/[_-]/g, ''));
  return isTunnel ? new URL(path, baseUrl).href : `rtsp://${host}:${port}${path}`;
}

const snapshotUri = ({ baseUrl }: OnvifExchange, { stream_id: id }: OnvifStream): string =>
  `${baseUrl}/snapshot/${encodeURIComponent(id)}`;

function profile({ ptz }: OnvifExchange, tag: string, { isFixed, kinds, name, stream, token }: ListedProfile): Markup {
  const written: Readonly<Record<ConfigurationKind, (one: UsedStream) => Markup>> = {
    VideoSource: (one) => sourceConfiguration('tt:VideoSourceConfiguration', one),
    VideoEncoder: (one) => encoderConfiguration('tt:VideoEncoderConfiguration', one),
    Analytics: (one) => analyticsConfiguration('tt:VideoAnalyticsConfiguration', one),
    PTZ: (one) => ptzConfiguration('tt:PTZConfiguration', ptz.rangeOf(one), one),
    Metadata: (one) => metadataConfiguration('tt:MetadataConfiguration', one),
  };
  const parts = stream === undefined ? [] : kinds.map((kind) => written[kind](stream));
  return element(tag, xml`<tt:Name>${name}</tt:Name>${parts}`, xml`token="${token}" fixed="${isFixed}"`);
}

function profile2({ body, ptz }: OnvifExchange, { isFixed, kinds, name, stream, token }: ListedProfile): Markup {
  const types = children(body, 'Type').map(({ text }) => text.toLowerCase());
  const written: Readonly<Record<ConfigurationKind, (one: UsedStream) => Markup>> = {
    VideoSource: (one) => sourceConfiguration('tr2:VideoSource', one),
    VideoEncoder: (one) => encoderConfiguration2('tr2:VideoEncoder', one),
    Analytics: (one) => analyticsConfiguration('tr2:Analytics', one),
    PTZ: (one) => ptzConfiguration('tr2:PTZ', ptz.rangeOf(one), one),
    Metadata: (one) => metadataConfiguration('tr2:Metadata', one),
  };
  const shown = kinds.filter((kind) => types.includes('all') || types.includes(kind.toLowerCase()));
  const parts = stream === undefined ? [] : shown.map((kind) => written[kind](stream));
  const configurations = parts.length === 0 ? xml`` : xml`<tr2:Configurations>${parts}</tr2:Configurations>`;
  return xml`<tr2:Profiles token="${token}" fixed="${isFixed}"><tr2:Name>${name}</tr2:Name>${configurations}</tr2:Profiles>`;
}

type Write = (stream: UsedStream) => Markup;

const hasJpeg = (stream: UsedStream): boolean => optionsOf(stream).jpegSizes.length > 0;

const all = (write: Write) => async (exchange: OnvifExchange) =>
  xml`${(await Profiles.of(exchange.station)).streams.map(write)}`;

/** By token, by the profile that they fit, or all. */
const named = (kind: Parameters<typeof namedStream>[2], write: Write) => async (exchange: OnvifExchange) => {
  const streams = await namedStreams(exchange, 'ConfigurationToken', kind);
  const fitting = textAt(exchange.body, 'ProfileToken') === undefined ? streams : await compatibleStreams(exchange);
  return xml`${streams.filter(({ stream_id: id }) => fitting.some((one) => one.stream_id === id)).map(write)}`;
};

const one = (kind: Parameters<typeof namedStream>[2], write: Write) => async (exchange: OnvifExchange) =>
  write(await namedStream(exchange, 'ConfigurationToken', kind));

const { analytics, encoder, metadata, source } = CONFIGURATION;

/** That of the profile; every one for a profile that has none yet. */
async function compatibleStreams(exchange: OnvifExchange): Promise<readonly UsedStream[]> {
  const { stream } = await namedProfile(exchange);
  return stream === undefined ? (await Profiles.of(exchange.station)).streams : [stream];
}

const compatible = (write: Write) => async (exchange: OnvifExchange) =>
  xml`${(await compatibleStreams(exchange)).map(write)}`;

/** Nothing has audio or a sound output. */
const none = () => xml``;

/** An empty list where objects are not known. */
const ofAnalytics = (answer: ServiceTable[string][1]) => (exchange: OnvifExchange) =>
  exchange.station.metadata.hasObjects ? answer(exchange) : none();

export const MEDIA_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', ({ station }) => mediaCapabilities(station)],
  GetProfiles: [
    'User',
    async (exchange) =>
      xml`${(await Profiles.of(exchange.station)).list().map((each) => profile(exchange, 'trt:Profiles', each))}`,
  ],
  GetProfile: ['User', async (exchange) => profile(exchange, 'trt:Profile', await namedProfile(exchange))],
  GetVideoSources: ['User', all(sourceMarkup)],
  GetStreamUri: [
    'User',
    async (exchange) => {
      const uri = await streamUri(exchange);
      return xml`<trt:MediaUri><tt:Uri>${uri}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;
    },
  ],
  GetSnapshotUri: [
    'User',
    async (exchange) => {
      const stream = await profileStream(exchange, 'VideoSource');
      return xml`<trt:MediaUri><tt:Uri>${snapshotUri(exchange, stream)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;
    },
  ],
  GetVideoSourceConfigurations: ['User', all((stream) => sourceConfiguration('trt:Configurations', stream))],
  GetVideoSourceConfiguration: ['User', one(source, (stream) => sourceConfiguration('trt:Configuration', stream))],
  GetCompatibleVideoSourceConfigurations: [
    'User',
    compatible((stream) => sourceConfiguration('trt:Configurations', stream)),
  ],
  GetVideoSourceConfigurationOptions: ['User', firstOf(source, (stream) => sourceOptions('trt:Options', stream))],
  GetVideoEncoderConfigurations: ['User', all((stream) => encoderConfiguration('trt:Configurations', stream))],
  GetVideoEncoderConfiguration: ['User', one(encoder, (stream) => encoderConfiguration('trt:Configuration', stream))],
  GetCompatibleVideoEncoderConfigurations: [
    'User',
    compatible((stream) => encoderConfiguration('trt:Configurations', stream)),
  ],
  GetVideoEncoderConfigurationOptions: ['User', firstOf(encoder, encoderOptions)],
  GetGuaranteedNumberOfVideoEncoderInstances: [
    'User',
    one(
      source,
      (stream) =>
        xml`<trt:TotalNumber>1</trt:TotalNumber>${hasJpeg(stream) ? xml`<trt:JPEG>1</trt:JPEG>` : undefined}<trt:H264>1</trt:H264>`,
    ),
  ],
  ...PROFILE_OPERATIONS,
  ...ENCODER_OPERATIONS,
  ...OSD_OPERATIONS,
  ...METADATA_OPERATIONS,
  ...MULTICAST_OPERATIONS,
  GetMetadataConfigurations: ['User', all((stream) => metadataConfiguration('trt:Configurations', stream))],
  GetMetadataConfiguration: ['User', one(metadata, (stream) => metadataConfiguration('trt:Configuration', stream))],
  GetCompatibleMetadataConfigurations: [
    'User',
    compatible((stream) => metadataConfiguration('trt:Configurations', stream)),
  ],
  GetMetadataConfigurationOptions: ['User', optionsOfMetadata('trt:Options')],
  GetAudioSources: ['User', none],
  GetAudioOutputs: ['User', none],
  GetAudioSourceConfigurations: ['User', none],
  GetAudioEncoderConfigurations: ['User', none],
  GetVideoAnalyticsConfigurations: [
    'User',
    ofAnalytics(all((stream) => analyticsConfiguration('trt:Configurations', stream))),
  ],
  GetVideoAnalyticsConfiguration: [
    'User',
    whereObjectsAreKnown(one(analytics, (stream) => analyticsConfiguration('trt:Configuration', stream))),
  ],
  GetCompatibleVideoAnalyticsConfigurations: [
    'User',
    ofAnalytics(compatible((stream) => analyticsConfiguration('trt:Configurations', stream))),
  ],
  SetVideoAnalyticsConfiguration: ['Operator', setAnalytics],
};

export const MEDIA2_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', ({ station }) => media2Capabilities(station)],
  GetProfiles: [
    'User',
    async (exchange) => {
      const isOne = textAt(exchange.body, 'Token') !== undefined;
      const profiles = isOne ? [await namedProfile(exchange, 'Token')] : (await Profiles.of(exchange.station)).list();
      return xml`${profiles.map((each) => profile2(exchange, each))}`;
    },
  ],
  GetStreamUri: ['User', async (exchange) => xml`<tr2:Uri>${await streamUri(exchange)}</tr2:Uri>`],
  GetSnapshotUri: [
    'User',
    async (exchange) => xml`<tr2:Uri>${snapshotUri(exchange, await profileStream(exchange, 'VideoSource'))}</tr2:Uri>`,
  ],
  GetVideoSourceConfigurations: ['User', named(source, (stream) => sourceConfiguration('tr2:Configurations', stream))],
  GetVideoSourceConfigurationOptions: ['User', firstOf(source, (stream) => sourceOptions('tr2:Options', stream))],
  GetVideoEncoderConfigurations: [
    'User',
    named(encoder, (stream) => encoderConfiguration2('tr2:Configurations', stream)),
  ],
  GetVideoEncoderConfigurationOptions: ['User', firstOf(encoder, encoderOptions2)],
  GetVideoEncoderInstances: [
    'User',
    one(
      source,
      (stream) =>
        xml`<tr2:Info>${['H264', ...(hasJpeg(stream) ? ['JPEG'] : [])].map((codec) => xml`<tr2:Codec><tr2:Encoding>${codec}</tr2:Encoding><tr2:Number>1</tr2:Number></tr2:Codec>`)}<tr2:Total>1</tr2:Total></tr2:Info>`,
    ),
  ],
  ...PROFILE_OPERATIONS2,
  ...ENCODER_OPERATIONS,
  ...OSD_OPERATIONS2,
  ...METADATA_OPERATIONS,
  ...MULTICAST_OPERATIONS,
  GetMetadataConfigurations: ['User', named(metadata, (stream) => metadataConfiguration('tr2:Configurations', stream))],
  GetMetadataConfigurationOptions: ['User', optionsOfMetadata('tr2:Options')],
  GetAudioSourceConfigurations: ['User', none],
  GetAudioEncoderConfigurations: ['User', none],
  GetAnalyticsConfigurations: [
    'User',
    ofAnalytics(named(analytics, (stream) => analyticsConfiguration('tr2:Configurations', stream))),
  ],
};

function optionsOfMetadata(name: string) {
  return (exchange: OnvifExchange) => {
    const { hasObjects } = exchange.station.metadata;
    return firstOf(metadata, (stream) => metadataOptions(name, stream, hasObjects))(exchange);
  };
}

/** Options are asked for a configuration, a profile, both or neither. */
function firstOf(kind: Parameters<typeof namedStream>[2], write: Write) {
  return async (exchange: OnvifExchange) => {
    const [stream] = await namedStreams(exchange, 'ConfigurationToken', kind);
    const isProfileNamed = textAt(exchange.body, 'ProfileToken') !== undefined;
    const [other] = isProfileNamed ? await compatibleStreams(exchange) : [];
    const isConfigurationNamed = textAt(exchange.body, 'ConfigurationToken') !== undefined;
    const shown = isConfigurationNamed ? stream : (other ?? stream);
    if (shown === undefined) throw argumentFault('the configuration or profile is not known', 'NoConfig');
    return write(shown);
  };
}

/** Capabilities as `GetServices` repeats them. */
export const mediaCapabilities = ({ hasMulticast }: Pick<OnvifStation, 'hasMulticast'>): Markup =>
  xml`<trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="true" EXICompression="false"><trt:ProfileCapabilities MaximumNumberOfProfiles="${PROFILES_MAX}"/><trt:StreamingCapabilities RTPMulticast="${hasMulticast}" RTP_TCP="true" RTP_RTSP_TCP="true" NonAggregateControl="false" NoRTSPStreaming="false"/></trt:Capabilities>`;

export const media2Capabilities = ({
  hasMulticast,
  metadata: port,
}: Pick<OnvifStation, 'hasMulticast' | 'metadata'>): Markup =>
  xml`<tr2:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="true"><tr2:ProfileCapabilities MaximumNumberOfProfiles="${PROFILES_MAX}" ConfigurationsSupported="${configurationKinds({ metadata: port }).join(' ')}"/><tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="${hasMulticast}" RTP_RTSP_TCP="true" NonAggregateControl="false" AutoStartMulticast="${hasMulticast}"/></tr2:Capabilities>`;
