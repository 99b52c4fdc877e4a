import type { OnvifStream } from '../onvif-station.ts';
import { ptzConfiguration } from '../ptz/ptz-markup.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { children } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import {
  encoderConfiguration,
  encoderConfiguration2,
  encoderOptions,
  encoderOptions2,
  pictureOf,
  resolution,
  sourceConfiguration,
  sourceOptions,
} from './media-markup.ts';
import {
  CONFIGURATION,
  namedStream,
  namedStreams,
  type OnvifExchange,
  PROFILE,
  type ServiceTable,
} from './operation.ts';

/** An RTSP address that stays the same: no ticket is in it, the client signs in. */
function streamUri({ host }: OnvifExchange, { rtsp_url: address }: OnvifStream): string {
  if (address === undefined) throw new SoapFault('Receiver', 'Action', 'the station serves no RTSP without TLS');
  const { pathname, port } = new URL(address);
  return `rtsp://${host}:${port}${pathname}`;
}

const snapshotUri = ({ baseUrl }: OnvifExchange, { stream_id: id }: OnvifStream): string =>
  `${baseUrl}/snapshot/${encodeURIComponent(id)}`;

const profile = ({ ptz }: OnvifExchange, name: string, stream: OnvifStream): Markup =>
  element(
    name,
    xml`<tt:Name>${stream.stream_id}</tt:Name>${sourceConfiguration('tt:VideoSourceConfiguration', stream)}${encoderConfiguration('tt:VideoEncoderConfiguration', stream)}${ptzConfiguration('tt:PTZConfiguration', ptz.rangeOf(stream))}`,
    xml`token="${stream.stream_id}" fixed="true"`,
  );

function profile2(exchange: OnvifExchange, stream: OnvifStream): Markup {
  const types = children(exchange.body, 'Type').map(({ text }) => text.toLowerCase());
  const wants = (type: string) => types.includes('all') || types.includes(type);
  const parts = [
    ...(wants('videosource') ? [sourceConfiguration('tr2:VideoSource', stream)] : []),
    ...(wants('videoencoder') ? [encoderConfiguration2('tr2:VideoEncoder', stream)] : []),
    ...(wants('ptz') ? [ptzConfiguration('tr2:PTZ', exchange.ptz.rangeOf(stream))] : []),
  ];
  const configurations = parts.length === 0 ? xml`` : xml`<tr2:Configurations>${parts}</tr2:Configurations>`;
  return xml`<tr2:Profiles token="${stream.stream_id}" fixed="true"><tr2:Name>${stream.stream_id}</tr2:Name>${configurations}</tr2:Profiles>`;
}

function videoSource(stream: OnvifStream): Markup {
  return xml`<trt:VideoSources token="vs_${stream.stream_id}"><tt:Framerate>${pictureOf(stream).framesPerS}</tt:Framerate>${resolution(stream)}</trt:VideoSources>`;
}

type Write = (stream: OnvifStream) => Markup;

const all = (write: Write) => async (exchange: OnvifExchange) => xml`${(await exchange.station.streams()).map(write)}`;

const named =
  (kind: Parameters<typeof namedStream>[2], write: Write, field = 'ConfigurationToken') =>
  async (exchange: OnvifExchange) =>
    xml`${(await namedStreams(exchange, field, kind)).map(write)}`;

const one =
  (kind: Parameters<typeof namedStream>[2], write: Write, field = 'ConfigurationToken') =>
  async (exchange: OnvifExchange) =>
    write(await namedStream(exchange, field, kind));

const { encoder, source } = CONFIGURATION;

const ofProfile = (write: Write) => one(PROFILE, write, 'ProfileToken');

/** Nothing has audio, metadata or a sound output. */
const none = () => xml``;

export const MEDIA_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', () => MEDIA_CAPABILITIES],
  GetProfiles: [
    'User',
    async (exchange) =>
      xml`${(await exchange.station.streams()).map((stream) => profile(exchange, 'trt:Profiles', stream))}`,
  ],
  GetProfile: [
    'User',
    async (exchange) => profile(exchange, 'trt:Profile', await namedStream(exchange, 'ProfileToken', PROFILE)),
  ],
  GetVideoSources: ['User', all(videoSource)],
  GetStreamUri: [
    'User',
    async (exchange) => {
      const stream = await namedStream(exchange, 'ProfileToken', PROFILE);
      return xml`<trt:MediaUri><tt:Uri>${streamUri(exchange, stream)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;
    },
  ],
  GetSnapshotUri: [
    'User',
    async (exchange) => {
      const stream = await namedStream(exchange, 'ProfileToken', PROFILE);
      return xml`<trt:MediaUri><tt:Uri>${snapshotUri(exchange, stream)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`;
    },
  ],
  GetVideoSourceConfigurations: ['User', all((stream) => sourceConfiguration('trt:Configurations', stream))],
  GetVideoSourceConfiguration: ['User', one(source, (stream) => sourceConfiguration('trt:Configuration', stream))],
  GetCompatibleVideoSourceConfigurations: [
    'User',
    ofProfile((stream) => sourceConfiguration('trt:Configurations', stream)),
  ],
  GetVideoSourceConfigurationOptions: ['User', firstOf((stream) => sourceOptions('trt:Options', stream))],
  GetVideoEncoderConfigurations: ['User', all((stream) => encoderConfiguration('trt:Configurations', stream))],
  GetVideoEncoderConfiguration: ['User', one(encoder, (stream) => encoderConfiguration('trt:Configuration', stream))],
  GetCompatibleVideoEncoderConfigurations: [
    'User',
    ofProfile((stream) => encoderConfiguration('trt:Configurations', stream)),
  ],
  GetVideoEncoderConfigurationOptions: ['User', firstOf(encoderOptions)],
  GetGuaranteedNumberOfVideoEncoderInstances: [
    'User',
    one(source, () => xml`<trt:TotalNumber>1</trt:TotalNumber><trt:H264>1</trt:H264>`),
  ],
  GetMetadataConfigurations: ['User', none],
  GetAudioSources: ['User', none],
  GetAudioOutputs: ['User', none],
  GetAudioSourceConfigurations: ['User', none],
  GetAudioEncoderConfigurations: ['User', none],
  GetVideoAnalyticsConfigurations: ['User', none],
};

export const MEDIA2_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', () => MEDIA2_CAPABILITIES],
  GetProfiles: [
    'User',
    async (exchange) =>
      xml`${(await namedStreams(exchange, 'Token', PROFILE)).map((stream) => profile2(exchange, stream))}`,
  ],
  GetStreamUri: [
    'User',
    async (exchange) =>
      xml`<tr2:Uri>${streamUri(exchange, await namedStream(exchange, 'ProfileToken', PROFILE))}</tr2:Uri>`,
  ],
  GetSnapshotUri: [
    'User',
    async (exchange) =>
      xml`<tr2:Uri>${snapshotUri(exchange, await namedStream(exchange, 'ProfileToken', PROFILE))}</tr2:Uri>`,
  ],
  GetVideoSourceConfigurations: ['User', named(source, (stream) => sourceConfiguration('tr2:Configurations', stream))],
  GetVideoSourceConfigurationOptions: ['User', firstOf((stream) => sourceOptions('tr2:Options', stream))],
  GetVideoEncoderConfigurations: [
    'User',
    named(encoder, (stream) => encoderConfiguration2('tr2:Configurations', stream)),
  ],
  GetVideoEncoderConfigurationOptions: ['User', firstOf(encoderOptions2)],
  GetVideoEncoderInstances: [
    'User',
    one(
      source,
      () =>
        xml`<tr2:Info><tr2:Codec><tr2:Encoding>H264</tr2:Encoding><tr2:Number>1</tr2:Number></tr2:Codec><tr2:Total>1</tr2:Total></tr2:Info>`,
    ),
  ],
  GetMetadataConfigurations: ['User', none],
  GetAudioSourceConfigurations: ['User', none],
  GetAudioEncoderConfigurations: ['User', none],
  GetAnalyticsConfigurations: ['User', none],
};

/** Options are asked for a configuration, a profile, both or neither. */
function firstOf(write: Write) {
  return async (exchange: OnvifExchange) => {
    const streams = await exchange.station.streams();
    const tokens = ['ConfigurationToken', 'ProfileToken'].flatMap((field) =>
      children(exchange.body, field).map(({ text }) => text),
    );
    const isNamed = ({ stream_id: id }: OnvifStream) =>
      tokens.every((token) => token === '' || [id, `vsc_${id}`, `vec_${id}`].includes(token));
    const stream = streams.find(isNamed);
    if (stream === undefined) throw argumentFault('the configuration or profile is not known', 'NoConfig');
    return write(stream);
  };
}

/** Capabilities as `GetServices` repeats them. */
export const MEDIA_CAPABILITIES = xml`<trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false" EXICompression="false"><trt:ProfileCapabilities MaximumNumberOfProfiles="4"/><trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true" NonAggregateControl="false" NoRTSPStreaming="false"/></trt:Capabilities>`;

export const MEDIA2_CAPABILITIES = xml`<tr2:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false"><tr2:ProfileCapabilities MaximumNumberOfProfiles="4" ConfigurationsSupported="VideoSource VideoEncoder PTZ"/><tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true" NonAggregateControl="false"/></tr2:Capabilities>`;
