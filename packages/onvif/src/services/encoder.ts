import { JPEG_QUALITY, type StreamEncoding } from '@kitestring/video-process/stream-encoding.ts';
import { keepConfigurationName, nameAsked } from '../media/configuration-names.ts';
import { refusalFault } from '../ptz/ptz-control.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import { optionsOf, qualityOf } from './media-markup.ts';
import {
  CONFIGURATION,
  configuredStream,
  groupOfRequest,
  type OnvifExchange,
  profileStream,
  type ServiceTable,
} from './operation.ts';

const modify = (reason: string) => argumentFault(reason, 'ConfigModify');

/** A number of the request, or the present value where it is absent. @throws SoapFault */
function numberAt(text: string | undefined, name: string, present: number): number {
  const value = text === undefined ? present : Number(text);
  if (!Number.isFinite(value)) throw modify(`${name} must be a number, got "${String(text).slice(0, 32)}"`);
  return value;
}

function inRange(name: string, value: number, { max, min }: { readonly min: number; readonly max: number }): number {
  if (value < min || value > max) throw modify(`${name} must be from ${min} to ${max}, got ${value}`);
  return value;
}

/** Length of a group of pictures, an attribute in Media2. */
const groupText = (configuration: XmlElement | undefined) =>
  configuration?.attributes.get('GovLength') ?? textAt(configuration, 'H264', 'GovLength');

/** The codec of the request, or the present one where it is absent. @throws SoapFault */
function codecAsked(text: string | undefined, present: StreamEncoding['codec'], hasJpeg: boolean) {
  const codec = text?.toUpperCase().replace('.', '');
  if (codec === undefined) return present;
  if (codec === 'H264') return undefined;
  if (codec === 'JPEG' && hasJpeg) return codec;
  throw modify(`Encoding must be H264${hasJpeg ? ' or JPEG' : ''}, got "${codec.slice(0, 32)}"`);
}

/** Sets the encoder of a stream, which all its profiles, viewers and recordings share. */
async function setEncoder(exchange: OnvifExchange): Promise<Markup> {
  const configuration = childOf(exchange.body, 'Configuration');
  const stream = await configuredStream(exchange, configuration, CONFIGURATION.encoder);
  const { encoding } = stream;
  const { bitRateBps, framesPerS, groupPictures, jpegSizes, sizes: allSizes } = optionsOf(stream);
  const at = (...path: readonly string[]) => textAt(configuration, ...path);
  const codec = codecAsked(at('Encoding'), encoding.codec, jpegSizes.length > 0);
  const sizes = codec === 'JPEG' ? jpegSizes : allSizes;
  const [widthPx, heightPx] = [
    numberAt(at('Resolution', 'Width'), 'Width', encoding.widthPx),
    numberAt(at('Resolution', 'Height'), 'Height', encoding.heightPx),
  ];
  if (!sizes.some((size) => size.widthPx === widthPx && size.heightPx === heightPx))
    throw modify(`Resolution must be one of ${sizes.map((size) => `${size.widthPx}x${size.heightPx}`).join(', ')}`);
  const quality = inRange('Quality', numberAt(at('Quality'), 'Quality', qualityOf(encoding)), JPEG_QUALITY);
  const limit = numberAt(at('RateControl', 'FrameRateLimit'), 'FrameRateLimit', encoding.framesPerS);
  const kbps = numberAt(at('RateControl', 'BitrateLimit'), 'BitrateLimit', Math.round(encoding.bitRateBps / 1000));
  const range = { min: Math.floor(bitRateBps.min / 1000), max: Math.ceil(bitRateBps.max / 1000) };
  const wanted = {
    codec,
    quality,
    widthPx,
    heightPx,
    framesPerS: rateBelow(framesPerS, limit),
    // JPEG has no limit, and clients that want none send any number.
    bitRateBps: codec === 'JPEG' ? encoding.bitRateBps : inRange('BitrateLimit', kbps, range) * 1000,
    groupPictures: inRange(
      'GovLength',
      numberAt(groupText(configuration), 'GovLength', encoding.groupPictures),
      groupPictures,
    ),
  };
  const name = nameAsked(configuration);
  const set = { ...stream, encoding: wanted };
  const group = await groupOfRequest(exchange, set, 'VideoEncoder', configuration);
  const refusal = stream.options && exchange.station.changePictures(stream.stream_id, { encoding: wanted });
  if (refusal !== undefined) throw refusalFault(refusal);
  exchange.multicast.encode(stream.options === undefined ? stream : set, group);
  return changed(exchange, `vec_${stream.stream_id}`, 'VideoEncoder', name);
}

function changed({ events, station }: OnvifExchange, token: string, type: string, name: string | undefined): Markup {
  keepConfigurationName(station.documents, token, name);
  events.announce('Media/ConfigurationChanged', token, type);
  return xml``;
}

/** The highest rate that a limit allows. */
function rateBelow(rates: readonly number[], limit: number): number {
  const allowed = rates.filter((rate) => rate <= limit);
  if (allowed.length === 0) throw modify(`FrameRateLimit must be at least ${Math.min(...rates)}, got ${limit}`);
  return Math.max(...allowed);
}

/** A video source shows its whole picture only. */
async function setSource(exchange: OnvifExchange): Promise<Markup> {
  const configuration = childOf(exchange.body, 'Configuration');
  const stream = await configuredStream(exchange, configuration, CONFIGURATION.source);
  const { heightPx, widthPx } = optionsOf(stream).sizes[0] ?? stream.encoding;
  const bounds = childOf(configuration, 'Bounds')?.attributes;
  const wanted = ['x', 'y', 'width', 'height'].map((name) => Number(bounds?.get(name)));
  const isWhole = [0, 0, widthPx, heightPx].every((value, index) => wanted[index] === value);
  if (bounds !== undefined && !isWhole)
    throw modify(`Bounds must be those of the whole picture, 0 0 ${widthPx} ${heightPx}`);
  const token = textAt(configuration, 'SourceToken');
  if (token !== undefined && token !== `vs_${stream.stream_id}`)
    throw modify(`SourceToken must be vs_${stream.stream_id}`);
  return changed(exchange, `vsc_${stream.stream_id}`, 'VideoSource', nameAsked(configuration));
}

async function synchronize(exchange: OnvifExchange): Promise<Markup> {
  const { stream_id: id } = await profileStream(exchange, 'VideoEncoder');
  exchange.station.requestKeyFrame(id);
  exchange.metadata.synchronize(id);
  return xml``;
}

/** The same in both media services. */
export const ENCODER_OPERATIONS: ServiceTable = {
  SetVideoEncoderConfiguration: ['Operator', setEncoder],
  SetVideoSourceConfiguration: ['Operator', setSource],
  SetSynchronizationPoint: ['User', synchronize],
};
