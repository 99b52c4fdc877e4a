import type { UsedStream } from '../media/profiles.ts';
import type { OnvifStream } from '../onvif-station.ts';
import { element, type Markup, xml } from '../soap/markup.ts';

/** Configurations of a stream as both media services write them. Every profile has its own set. */

const BITRATE_KBPS = 4000;
const GOP_S = 2;

/** Pictures per second and their size. */
export function pictureOf({ frame_height = 1080, frame_width = 1920, framesPerS }: OnvifStream) {
  return { widthPx: frame_width, heightPx: frame_height, framesPerS, gopLength: framesPerS * GOP_S };
}

export const resolution = (stream: OnvifStream, name = 'tt:Resolution'): Markup => {
  const { heightPx, widthPx } = pictureOf(stream);
  return element(name, xml`<tt:Width>${widthPx}</tt:Width><tt:Height>${heightPx}</tt:Height>`);
};

const multicast = xml`<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>1</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast>`;

export function sourceConfiguration(name: string, stream: UsedStream): Markup {
  const { stream_id: id } = stream;
  const { heightPx, widthPx } = pictureOf(stream);
  return element(
    name,
    xml`<tt:Name>${id} source</tt:Name><tt:UseCount>${stream.uses.VideoSource}</tt:UseCount><tt:SourceToken>vs_${id}</tt:SourceToken><tt:Bounds x="0" y="0" width="${widthPx}" height="${heightPx}"/>`,
    xml`token="vsc_${id}"`,
  );
}

export function encoderConfiguration(name: string, stream: UsedStream): Markup {
  const { stream_id: id } = stream;
  const { framesPerS, gopLength } = pictureOf(stream);
  return element(
    name,
    xml`<tt:Name>${id} encoder</tt:Name><tt:UseCount>${stream.uses.VideoEncoder}</tt:UseCount><tt:Encoding>H264</tt:Encoding>${resolution(stream)}<tt:Quality>5</tt:Quality><tt:RateControl><tt:FrameRateLimit>${framesPerS}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${BITRATE_KBPS}</tt:BitrateLimit></tt:RateControl><tt:H264><tt:GovLength>${gopLength}</tt:GovLength><tt:H264Profile>Baseline</tt:H264Profile></tt:H264>${multicast}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`,
    xml`token="vec_${id}"`,
  );
}

/** The same as Media2 writes it. */
export function encoderConfiguration2(name: string, stream: UsedStream): Markup {
  const { stream_id: id } = stream;
  const { framesPerS, gopLength } = pictureOf(stream);
  return element(
    name,
    xml`<tt:Name>${id} encoder</tt:Name><tt:UseCount>${stream.uses.VideoEncoder}</tt:UseCount><tt:Encoding>H264</tt:Encoding>${resolution(stream)}<tt:RateControl ConstantBitRate="false"><tt:FrameRateLimit>${framesPerS}</tt:FrameRateLimit><tt:BitrateLimit>${BITRATE_KBPS}</tt:BitrateLimit></tt:RateControl>${multicast}<tt:Quality>5</tt:Quality>`,
    xml`token="vec_${id}" GovLength="${gopLength}" Profile="Baseline"`,
  );
}

const limits = (name: string, min: number, max: number): Markup =>
  element(name, xml`<tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max>`);

/** Options of an encoder that cannot be changed yet: its values are the only ones. */
export function encoderOptions(stream: OnvifStream): Markup {
  const { framesPerS, gopLength } = pictureOf(stream);
  const only = (name: string, value: number) => limits(name, value, value);
  return xml`<trt:Options>${only('tt:QualityRange', 5)}<tt:H264>${resolution(stream, 'tt:ResolutionsAvailable')}${only('tt:GovLengthRange', gopLength)}${only('tt:FrameRateRange', framesPerS)}${only('tt:EncodingIntervalRange', 1)}<tt:H264ProfilesSupported>Baseline</tt:H264ProfilesSupported></tt:H264></trt:Options>`;
}

export function encoderOptions2(stream: OnvifStream): Markup {
  const { framesPerS, gopLength } = pictureOf(stream);
  return xml`<tr2:Options GovLengthRange="${gopLength} ${gopLength}" FrameRatesSupported="${framesPerS}" ProfilesSupported="Baseline" ConstantBitRateSupported="false"><tt:Encoding>H264</tt:Encoding><tt:QualityRange><tt:Min>5</tt:Min><tt:Max>5</tt:Max></tt:QualityRange>${resolution(stream, 'tt:ResolutionsAvailable')}<tt:BitrateRange><tt:Min>${BITRATE_KBPS}</tt:Min><tt:Max>${BITRATE_KBPS}</tt:Max></tt:BitrateRange></tr2:Options>`;
}

export function sourceOptions(name: string, stream: OnvifStream): Markup {
  const { stream_id: id } = stream;
  const { heightPx, widthPx } = pictureOf(stream);
  return element(
    name,
    xml`<tt:BoundsRange>${limits('tt:XRange', 0, 0)}${limits('tt:YRange', 0, 0)}${limits('tt:WidthRange', widthPx, widthPx)}${limits('tt:HeightRange', heightPx, heightPx)}</tt:BoundsRange><tt:VideoSourceTokensAvailable>vs_${id}</tt:VideoSourceTokensAvailable>`,
  );
}
