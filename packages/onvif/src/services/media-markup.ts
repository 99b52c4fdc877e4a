import type { MulticastGroup } from '@kitestring/video-process/rtsp';
import { type EncodingOptions, JPEG_QUALITY, type StreamEncoding } from '@kitestring/video-process/stream-encoding.ts';
import type { UsedStream } from '../media/profiles.ts';
import type { OnvifStream } from '../onvif-station.ts';
import { element, type Markup, xml } from '../soap/markup.ts';

/** Configurations of a stream as both media services write them. Every profile has its own set. */

/** That of H.264 follows from the bit rate. */
export const qualityOf = ({ quality = JPEG_QUALITY.usual }: StreamEncoding): number => quality;

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

/** Where packets go for all; zeros without multicast. @param isStarted they are sent without a client */
export function multicast(group: MulticastGroup | undefined, isStarted: boolean): Markup {
  const { address, port, ttl } = group ?? { address: '0.0.0.0', port: 0, ttl: 1 };
  return xml`<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>${address}</tt:IPv4Address></tt:Address><tt:Port>${port}</tt:Port><tt:TTL>${ttl}</tt:TTL><tt:AutoStart>${group !== undefined && isStarted}</tt:AutoStart></tt:Multicast>`;
}

export function sourceConfiguration(name: string, stream: UsedStream): Markup {
  const { stream_id: id } = stream;
  const { heightPx, widthPx } = fullSize(stream);
  return element(
    name,
    xml`<tt:Name>${stream.names.VideoSource}</tt:Name><tt:UseCount>${stream.uses.VideoSource}</tt:UseCount><tt:SourceToken>vs_${id}</tt:SourceToken><tt:Bounds x="0" y="0" width="${widthPx}" height="${heightPx}"/>`,
    xml`token="vsc_${id}"`,
  );
}

const codecOf = ({ codec }: StreamEncoding) => codec ?? 'H264';

export function encoderConfiguration(name: string, stream: UsedStream): Markup {
  const { encoding, stream_id: id } = stream;
  const ofH264 = xml`<tt:H264><tt:GovLength>${encoding.groupPictures}</tt:GovLength><tt:H264Profile>Baseline</tt:H264Profile></tt:H264>`;
  return element(
    name,
    xml`<tt:Name>${stream.names.VideoEncoder}</tt:Name><tt:UseCount>${stream.uses.VideoEncoder}</tt:UseCount><tt:Encoding>${codecOf(encoding)}</tt:Encoding>${sizeMarkup(encoding)}<tt:Quality>${qualityOf(encoding)}</tt:Quality><tt:RateControl><tt:FrameRateLimit>${encoding.framesPerS}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${kbps(encoding.bitRateBps)}</tt:BitrateLimit></tt:RateControl>${encoding.codec === undefined ? ofH264 : undefined}${multicast(stream.groups.VideoEncoder, stream.started.video)}<tt:SessionTimeout>PT60S</tt:SessionTimeout>`,
    xml`token="vec_${id}"`,
  );
}

/** The same as Media2 writes it. */
export function encoderConfiguration2(name: string, stream: UsedStream): Markup {
  const { encoding, stream_id: id } = stream;
  const ofH264 = xml` GovLength="${encoding.groupPictures}" Profile="Baseline"`;
  return element(
    name,
    xml`<tt:Name>${stream.names.VideoEncoder}</tt:Name><tt:UseCount>${stream.uses.VideoEncoder}</tt:UseCount><tt:Encoding>${codecOf(encoding)}</tt:Encoding>${sizeMarkup(encoding)}<tt:RateControl ConstantBitRate="false"><tt:FrameRateLimit>${encoding.framesPerS}</tt:FrameRateLimit><tt:BitrateLimit>${kbps(encoding.bitRateBps)}</tt:BitrateLimit></tt:RateControl>${multicast(stream.groups.VideoEncoder, stream.started.video)}<tt:Quality>${qualityOf(encoding)}</tt:Quality>`,
    xml`token="vec_${id}"${encoding.codec === undefined ? ofH264 : undefined}`,
  );
}

const limits = (name: string, min: number, max: number): Markup =>
  element(name, xml`<tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max>`);

/** An encoder that cannot be set has its present values only. */
export const optionsOf = ({ encoding, options }: OnvifStream): EncodingOptions =>
  options ?? {
    sizes: [encoding],
    jpegSizes: [],
    framesPerS: [encoding.framesPerS],
    bitRateBps: { min: encoding.bitRateBps, max: encoding.bitRateBps },
    groupPictures: { min: encoding.groupPictures, max: encoding.groupPictures },
  };

const sizesMarkup = (sizes: readonly PictureSize[]) =>
  xml`${sizes.map((size) => sizeMarkup(size, 'tt:ResolutionsAvailable'))}`;

const QUALITIES = limits('tt:QualityRange', JPEG_QUALITY.min, JPEG_QUALITY.max);

export function encoderOptions(stream: OnvifStream): Markup {
  const { bitRateBps, framesPerS: rates, groupPictures, jpegSizes, sizes } = optionsOf(stream);
  const ofRates = xml`${limits('tt:FrameRateRange', Math.min(...rates), Math.max(...rates))}${limits('tt:EncodingIntervalRange', 1, 1)}`;
  const ofJpeg = jpegSizes.length === 0 ? undefined : xml`<tt:JPEG>${sizesMarkup(jpegSizes)}${ofRates}</tt:JPEG>`;
  const ofH264 = xml`${sizesMarkup(sizes)}${limits('tt:GovLengthRange', groupPictures.min, groupPictures.max)}${ofRates}<tt:H264ProfilesSupported>Baseline</tt:H264ProfilesSupported>`;
  const bitRates = limits('tt:BitrateRange', kbps(bitRateBps.min), kbps(bitRateBps.max));
  return xml`<trt:Options>${QUALITIES}${ofJpeg}<tt:H264>${ofH264}</tt:H264><tt:Extension><tt:H264>${ofH264}${bitRates}</tt:H264></tt:Extension></trt:Options>`;
}

export function encoderOptions2(stream: OnvifStream): Markup {
  const { bitRateBps, framesPerS: rates, groupPictures, jpegSizes, sizes } = optionsOf(stream);
  const bitRates = limits('tt:BitrateRange', kbps(bitRateBps.min), kbps(bitRateBps.max));
  const options = (codec: 'H264' | 'JPEG', itsSizes: readonly PictureSize[], attributes?: Markup) =>
    element(
      'tr2:Options',
      xml`<tt:Encoding>${codec}</tt:Encoding>${QUALITIES}${sizesMarkup(itsSizes)}${bitRates}`,
      xml`${attributes}FrameRatesSupported="${rates.join(' ')}" ConstantBitRateSupported="false"`,
    );
  const ofH264 = xml`GovLengthRange="${groupPictures.min} ${groupPictures.max}" ProfilesSupported="Baseline" `;
  return xml`${options('H264', sizes, ofH264)}${jpegSizes.length === 0 ? undefined : options('JPEG', jpegSizes)}`;
}

export function sourceOptions(name: string, stream: OnvifStream): Markup {
  const { stream_id: id } = stream;
  const { heightPx, widthPx } = fullSize(stream);
  return element(
    name,
    xml`<tt:BoundsRange>${limits('tt:XRange', 0, 0)}${limits('tt:YRange', 0, 0)}${limits('tt:WidthRange', widthPx, widthPx)}${limits('tt:HeightRange', heightPx, heightPx)}</tt:BoundsRange><tt:VideoSourceTokensAvailable>vs_${id}</tt:VideoSourceTokensAvailable>`,
  );
}
