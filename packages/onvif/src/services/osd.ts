import { DISPLAY_TEXT_MAX } from '@kitestring/station-contract/station/picture-display.ts';
import { type OsdBlock, Osds, TEXT_KINDS } from '../media/osds.ts';
import type { UsedStream } from '../media/profiles.ts';
import type { StationRefusal } from '../onvif-station.ts';
import { refusalFault } from '../ptz/ptz-control.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { booleanValue } from '../soap/simple-values.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import {
  CONFIGURATION,
  namedStream,
  namedStreams,
  type OnvifExchange,
  requiredText,
  type ServiceTable,
} from './operation.ts';

const CORNERS = [
  ['UpperLeft', 'top_left'],
  ['UpperRight', 'top_right'],
  ['LowerLeft', 'bottom_left'],
  ['LowerRight', 'bottom_right'],
] as const satisfies readonly (readonly [string, OsdBlock['corner']])[];

/** By the size of the font less one. */
const SIZES = ['small', 'medium', 'large'] as const satisfies readonly OsdBlock['size'][];
const DATE_FORMAT = 'yyyy-MM-dd';
const TIME_FORMAT = 'HH:mm:ss';

const modify = (reason: string) => new SoapFault('Receiver', 'InvalidArgVal/ConfigModify', reason);

const names = (pairs: readonly (readonly [name: string, value: string])[]) => pairs.map(([name]) => name).join(', ');

function osdMarkup({ block, token }: Osds['list'][number], name: string): Markup {
  const [kind = '', line] = TEXT_KINDS.find(([, name]) => name === block.lines[0]) ?? [];
  const [corner] = CORNERS.find(([, name]) => name === block.corner) ?? [];
  const date = line === 'date' || line === 'time_utc' ? xml`<tt:DateFormat>${DATE_FORMAT}</tt:DateFormat>` : xml``;
  const time = line === 'clock' || line === 'time_utc' ? xml`<tt:TimeFormat>${TIME_FORMAT}</tt:TimeFormat>` : xml``;
  const plain = block.text === undefined ? xml`` : xml`<tt:PlainText>${block.text}</tt:PlainText>`;
  return element(
    name,
    xml`<tt:VideoSourceConfigurationToken>vsc_${block.stream_id}</tt:VideoSourceConfigurationToken><tt:Type>Text</tt:Type><tt:Position><tt:Type>${corner}</tt:Type></tt:Position><tt:TextString><tt:Type>${kind}</tt:Type>${date}${time}<tt:FontSize>${SIZES.indexOf(block.size) + 1}</tt:FontSize>${plain}</tt:TextString>`,
    xml`token="${token}"`,
  );
}

/** The text of a token. @throws SoapFault for an unknown one */
function knownOsd(osds: Osds, token: string): Osds['list'][number] {
  const osd = osds.list.find((one) => one.token === token);
  if (osd === undefined) throw argumentFault(`the OSD "${token.slice(0, 64)}" is not known`, 'NoConfig');
  return osd;
}

type Service = 'trt' | 'tr2';

const one = ({ body, station }: OnvifExchange, name: string): Markup =>
  osdMarkup(knownOsd(new Osds(station), requiredText(body, 'OSDToken')), name);

async function list(exchange: OnvifExchange, service: Service): Promise<Markup> {
  const name = `${service}:OSDs`;
  const osds = new Osds(exchange.station);
  if (textAt(exchange.body, 'OSDToken') !== undefined) return one(exchange, name);
  const streams = await namedStreams(exchange, 'ConfigurationToken', CONFIGURATION.source);
  const shown = osds.list.filter(({ block }) => streams.some(({ stream_id: id }) => id === block.stream_id));
  return xml`${shown.map((osd) => osdMarkup(osd, name))}`;
}

/** Pictures of a real camera pass through. */
const places = ({ station }: OnvifExchange, { look, stream_id: id }: UsedStream): number =>
  look === undefined ? 0 : new Osds(station).capacity(id);

async function options(exchange: OnvifExchange, service: Service): Promise<Markup> {
  const most = places(exchange, await namedStream(exchange, 'ConfigurationToken', CONFIGURATION.source));
  const corners = CORNERS.map(([name]) => xml`<tt:PositionOption>${name}</tt:PositionOption>`);
  const kinds = TEXT_KINDS.map(([name]) => xml`<tt:Type>${name}</tt:Type>`);
  return element(
    `${service}:OSDOptions`,
    xml`<tt:MaximumNumberOfOSDs Total="${most}" PlainText="${most}" Date="${most}" Time="${most}" DateAndTime="${most}"/><tt:Type>Text</tt:Type>${corners}<tt:TextOption>${kinds}<tt:FontSizeRange><tt:Min>1</tt:Min><tt:Max>${SIZES.length}</tt:Max></tt:FontSizeRange><tt:DateFormat>${DATE_FORMAT}</tt:DateFormat><tt:TimeFormat>${TIME_FORMAT}</tt:TimeFormat></tt:TextOption>`,
  );
}

/** The value by its name in ONVIF. @throws SoapFault for another one */
function oneOf<V extends string>(field: string, pairs: readonly (readonly [string, V])[], name = ''): V {
  const pair = pairs.find(([known]) => known === name);
  if (pair !== undefined) return pair[1];
  throw modify(`${field} must be one of ${names(pairs)}, got "${name.slice(0, 32)}"`);
}

/** Colours are those of the display, and a size is the nearest: a device may adapt both. */
function readBlock(osd: XmlElement | undefined, streamId: string, present?: OsdBlock): OsdBlock {
  const at = (...path: readonly string[]) => textAt(osd, ...path);
  if (at('Type') !== 'Text') throw modify('Type must be Text: there are no images');
  const line = oneOf('TextString/Type', TEXT_KINDS, at('TextString', 'Type'));
  const text = at('TextString', 'PlainText');
  if (line === 'text' && text === undefined) throw modify(`PlainText must have 1 to ${DISPLAY_TEXT_MAX} characters`);
  checkFormat('DateFormat', at('TextString', 'DateFormat'), DATE_FORMAT);
  checkFormat('TimeFormat', at('TextString', 'TimeFormat'), TIME_FORMAT);
  if (booleanValue(childOf(osd, 'TextString')?.attributes.get('IsPersistentText')) === false)
    throw modify('IsPersistentText must be true: texts are kept over a restart');
  return {
    stream_id: streamId,
    corner: oneOf('Position/Type', CORNERS, at('Position', 'Type')),
    size: sizeNear(at('TextString', 'FontSize')) ?? present?.size ?? 'small',
    lines: [line],
    ...(line === 'text' && text !== undefined && { text }),
  };
}

function checkFormat(name: string, given: string | undefined, only: string): void {
  if (given !== undefined && given !== only) throw modify(`${name} must be ${only}, got "${given.slice(0, 32)}"`);
}

function sizeNear(text: string | undefined): OsdBlock['size'] | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (!Number.isInteger(size)) throw modify(`FontSize must be a whole number, got "${text.slice(0, 32)}"`);
  return SIZES[Math.min(Math.max(size, 1), SIZES.length) - 1];
}

/** The stream whose source a text names. @throws SoapFault */
function streamOf(exchange: OnvifExchange, osd: XmlElement): Promise<UsedStream> {
  return namedStream({ ...exchange, body: osd }, 'VideoSourceConfigurationToken', CONFIGURATION.source);
}

function wantedOsd({ body }: OnvifExchange): XmlElement {
  const osd = childOf(body, 'OSD');
  if (osd === undefined) throw argumentFault('OSD is missing');
  return osd;
}

function carriedOut(refusal: StationRefusal | undefined): Markup {
  if (refusal === undefined) return xml``;
  throw refusal.code === 'INVALID_REQUEST' ? modify(refusal.message) : refusalFault(refusal);
}

async function create(exchange: OnvifExchange, service: Service): Promise<Markup> {
  const osd = wantedOsd(exchange);
  const stream = await streamOf(exchange, osd);
  const block = readBlock(osd, stream.stream_id);
  if (places(exchange, stream) === 0)
    throw new SoapFault('Receiver', 'Action/MaxOSDs', `the pictures of ${stream.stream_id} have no place for texts`);
  const made = new Osds(exchange.station).create(block);
  return typeof made === 'string' ? element(`${service}:OSDToken`, xml`${made}`) : carriedOut(made);
}

async function set(exchange: OnvifExchange): Promise<Markup> {
  const osd = wantedOsd(exchange);
  const osds = new Osds(exchange.station);
  const { block, token } = knownOsd(osds, osd.attributes.get('token') ?? '');
  const { stream_id: id } = await streamOf(exchange, osd);
  if (id !== block.stream_id) throw modify(`VideoSourceConfigurationToken must be vsc_${block.stream_id}`);
  return carriedOut(osds.set(token, readBlock(osd, id, block)));
}

function remove({ body, station }: OnvifExchange): Markup {
  const osds = new Osds(station);
  return carriedOut(osds.remove(knownOsd(osds, requiredText(body, 'OSDToken')).token));
}

const operations = (service: Service): ServiceTable => ({
  GetOSDs: ['User', (exchange) => list(exchange, service)],
  GetOSDOptions: ['User', (exchange) => options(exchange, service)],
  CreateOSD: ['Operator', (exchange) => create(exchange, service)],
  SetOSD: ['Operator', set],
  DeleteOSD: ['Operator', remove],
});

export const OSD_OPERATIONS: ServiceTable = {
  ...operations('trt'),
  GetOSD: ['User', (exchange) => one(exchange, 'trt:OSD')],
};
export const OSD_OPERATIONS2 = operations('tr2');
