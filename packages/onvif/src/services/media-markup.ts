import type { EncodingOptions } from '@kitestring/video-process/stream-encoding.ts';
import type { UsedStream } from '../media/profiles.ts';
import type { OnvifStream } from '../onvif-station.ts';
import { element, type Markup, xml } from '../soap/markup.ts';

/** Configurations of a stream as both media services write them. Every profile has its own set. */

/** Number of the pictures among the tracks of a stream. */
const VIDEO_TRACK = 0;
/** The only value: the quality follows from the bit rate. */
export const QUALITY = 5;

const kbps = (bps: number) => Math.round(bps / 1000);

interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

const sizeMarkup = ({ heightPx, widthPx }: PictureSize, name = 'tt:Resolution'): Markup =>
  element(name, xml`<tt:Width>${widthPx}</tt:Width><tt:Height>${heightPx}</tt:Height>`);

/** Size of the pictures before they are made smaller for a client. */
const fullSize = ({ encoding, options }: OnvifStream): PictureSize => options?.sizes[0] ?? encoding;

export const sourceMarkup = (stream: OnvifStream): Markup =>
  xml`<trt:VideoSources token="vs_${stream.stream_id}"><tt:Framerate>${framesPerS(stream)}</tt:Framerate>${sizeMarkup(fullSize(stream))}</trt:VideoSources>`;

const framesPerS = ({ encoding, options }: OnvifStream): number => options?.framesPerS[0] ?? encoding.framesPerS;

/** Where the packets of a track go for all; zeros without multicast. @param track its number @param isStarted it is sent without a client */
export const multicast = ({ group }: Pick<OnvifStream, 'group'>, track: number, isStarted: boolean): Markup =>
  xml`<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>${group?.address ?? '0.0.0.0'}</tt:IPv4Address></tt:Address><tt:Port>${group === undefined ? 0 : group.port + 2 * track}</tt:Port><tt:TTL>1</tt:TTL><tt:AutoStart>${group !== undefined && isStarted}</tt:AutoStart></tt:Multicast>`;

export function sourceConfiguration(name: string, stream: UsedStream): Markup {
  const { stream_id: id } = stream;
  const { heightPx, widthPx } = fullSize(stream);
  return element(
    name,
    xml`<tt:Name>${stream.names.VideoSource}</tt:Name><tt:UseCount>${stream.uses.VideoSource}</tt:UseCount><tt:SourceToken>vs_${id}</tt:SourceToken><tt:Bounds x="0" y="0" width="${widthPx}" height="${heightPx}"/>`,
    xml`token="vsc_${id}"`,
  );
}

export function encoderConfiguration(name: string, stream: UsedStream): Markup {
  const { encoding, stream_id: id } = stream;
  return element(
    name,
    xml`<tt:Name>${stream.names.VideoEncoder}</tt:Name><tt:UseCount>${stream.uses.VideoEncoder}</tt:UseCount><tt:Encoding>H264</tt:Encoding>${sizeMarkup(encoding)}<tt:Quality>${QUALITY}</tt:Quality><tt:RateControl><tt:FrameRateLimit>${encoding.framesPerS}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${kbps(encoding.bitRateBps)}</tt:BitrateLimit></tt:RateControl><tt:H264><tt:GovLength>${encoding.groupPictures}</tt:GovLength><tt:H264Profile>Baseline</tt:H264Profile></tt:H264>${multicast(stream, VIDEO_TRACK, stream.started.video)}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`,
    xml`token="vec_${id}"`,
  );
}

/** The same as Media2 writes it. */
export function encoderConfiguration2(name: string, stream: UsedStream): Markup {
  const { encoding, stream_id: id } = stream;
  return element(
    name,
    xml`<tt:Name>${stream.names.VideoEncoder}</tt:Name><tt:UseCount>${stream.uses.VideoEncoder}</tt:UseCount><tt:Encoding>H264</tt:Encoding>${sizeMarkup(encoding)}<tt:RateControl ConstantBitRate="false"><tt:FrameRateLimit>${encoding.framesPerS}</tt:FrameRateLimit><tt:BitrateLimit>${kbps(encoding.bitRateBps)}</tt:BitrateLimit></tt:RateControl>${multicast(stream, VIDEO_TRACK, stream.started.video)}<tt:Quality>${QUALITY}</tt:Quality>`,
    xml`token="vec_${id}" GovLength="${encoding.groupPictures}" Profile="Baseline"`,
  );
}

const limits = (name: string, min: number, max: number): Markup =>
  element(name, xml`<tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max>`);

/** An encoder that cannot be set has its present values only. */
export const optionsOf = ({ encoding, options }: OnvifStream): EncodingOptions =>
  options ?? {
    sizes: [encoding],
    framesPerS: [encoding.framesPerS],
    bitRateBps: { min: encoding.bitRateBps, max: encoding.bitRateBps },
    groupPictures: { min: encoding.groupPictures, max: encoding.groupPictures },
  };

export function encoderOptions(stream: OnvifStream): Markup {
  const { bitRateBps, framesPerS: rates, groupPictures, sizes } = optionsOf(stream);
  const shown = xml`${sizes.map((size) => sizeMarkup(size, 'tt:ResolutionsAvailable'))}${limits('tt:GovLengthRange', groupPictures.min, groupPictures.max)}${limits('tt:FrameRateRange', Math.min(...rates), Math.max(...rates))}${limits('tt:EncodingIntervalRange', 1, 1)}<tt:H264ProfilesSupported>Baseline</tt:H264ProfilesSupported>`;
  const bitRates = limits('tt:BitrateRange', kbps(bitRateBps.min), kbps(bitRateBps.max));
  return xml`<trt:Options>${limits('tt:QualityRange', QUALITY, QUALITY)}<tt:H264>${shown}</tt:H264><tt:Extension><tt:H264>${shown}${bitRates}</tt:H264></tt:Extension></trt:Options>`;
}

export function encoderOptions2(stream: OnvifStream): Markup {
  const { bitRateBps, framesPerS: rates, groupPictures, sizes } = optionsOf(stream);
  return xml`<tr2:Options GovLengthRange="${groupPictures.min} ${groupPictures.max}" FrameRatesSupported="${rates.join(' ')}" ProfilesSupported="Baseline" ConstantBitRateSupported="false"><tt:Encoding>H264</tt:Encoding>${limits('tt:QualityRange', QUALITY, QUALITY)}${sizes.map((size) => sizeMarkup(size, 'tt:ResolutionsAvailable'))}${limits('tt:BitrateRange', kbps(bitRateBps.min), kbps(bitRateBps.max))}</tr2:Options>`;
}

export function sourceOptions(name: string, stream: OnvifStream): Markup {
  const { stream_id: id } = stream;
  const { heightPx, widthPx } = fullSize(stream);
  return element(
    name,
    xml`<tt:BoundsRange>${limits('tt:XRange', 0, 0)}${limits('tt:YRange', 0, 0)}${limits('tt:WidthRange', widthPx, widthPx)}${limits('tt:HeightRange', heightPx, heightPx)}</tt:BoundsRange><tt:VideoSourceTokensAvailable>vs_${id}</tt:VideoSourceTokensAvailable>`,
  );
}
