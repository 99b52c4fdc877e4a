import type { PictureLook } from '@kitestring/video-process/source';
import type { UsedStream } from '../media/profiles.ts';
import { refusalFault } from '../ptz/ptz-control.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { namedStream, type OnvifExchange, type ServiceTable } from './operation.ts';

const SOURCE = { prefix: 'vs_', subcode: 'NoSource' };
const LIMITS = { min: 0, max: 100 };

/** Elements of the settings, in the order of the schema. A thermal picture has no colours of its own. */
const SETTINGS = [
  ['Brightness', 'brightness'],
  ['ColorSaturation', 'saturation'],
  ['Contrast', 'contrast'],
] as const satisfies readonly (readonly [element: string, name: keyof PictureLook])[];

const settingsOf = ({ type }: UsedStream) => SETTINGS.filter(([, name]) => type === 'Color' || name !== 'saturation');

const sourceOf = (exchange: OnvifExchange) => namedStream(exchange, 'VideoSourceToken', SOURCE);

/** The look of the named source. @throws SoapFault for a real camera, whose pictures come as they are */
async function asked(exchange: OnvifExchange): Promise<{ readonly stream: UsedStream; readonly look: PictureLook }> {
  const stream = await sourceOf(exchange);
  if (stream.look !== undefined) return { stream, look: stream.look };
  throw new SoapFault(
    'Receiver',
    'ActionNotSupported/NoImagingForSource',
    'the pictures of this source cannot be changed',
  );
}

async function settings(exchange: OnvifExchange): Promise<Markup> {
  const { look, stream } = await asked(exchange);
  const written = settingsOf(stream).map(([tag, name]) => element(`tt:${tag}`, xml`${look[name]}`));
  return xml`<timg:ImagingSettings>${written}</timg:ImagingSettings>`;
}

async function options(exchange: OnvifExchange): Promise<Markup> {
  const { stream } = await asked(exchange);
  const range = xml`<tt:Min>${LIMITS.min}</tt:Min><tt:Max>${LIMITS.max}</tt:Max>`;
  const written = settingsOf(stream).map(([tag]) => element(`tt:${tag}`, range));
  return xml`<timg:ImagingOptions>${written}</timg:ImagingOptions>`;
}

async function setSettings(exchange: OnvifExchange): Promise<Markup> {
  const { look, stream } = await asked(exchange);
  const wanted = childOf(exchange.body, 'ImagingSettings');
  const known = settingsOf(stream);
  // libonvif sends 0 for each setting that a camera does not have.
  const other = wanted?.children.find(
    ({ name, text }) => !known.some(([tag]) => tag === name) && name !== 'Extension' && text !== '0',
  );
  if (other !== undefined) throw invalid(`${other.name.slice(0, 64)} cannot be set here`);
  const given = known.flatMap(([tag, name]) => {
    const value = wantedValue(wanted, tag);
    return value === undefined ? [] : [[name, value] as const];
  });
  const refusal = exchange.station.changePictures(stream.stream_id, {
    look: { ...look, ...Object.fromEntries(given) },
  });
  if (refusal !== undefined) throw refusalFault(refusal);
  return xml``;
}

function wantedValue(wanted: XmlElement | undefined, tag: string): number | undefined {
  const text = textAt(wanted, tag);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value >= LIMITS.min && value <= LIMITS.max) return value;
  throw invalid(`${tag} must be from ${LIMITS.min} to ${LIMITS.max}, got "${text.slice(0, 32)}"`);
}

const invalid = (reason: string) => argumentFault(reason, 'SettingsInvalid');

/** Nothing moves in its lens but the zoom, which is PTZ. */
const answered = (answer: Markup) => async (exchange: OnvifExchange) => {
  await sourceOf(exchange);
  return answer;
};

export const IMAGING_CAPABILITIES = xml`<timg:Capabilities ImageStabilization="false" Presets="false"/>`;

export const IMAGING_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', () => IMAGING_CAPABILITIES],
  GetImagingSettings: ['User', settings],
  GetOptions: ['User', options],
  SetImagingSettings: ['Operator', setSettings],
  GetStatus: ['User', answered(xml`<timg:Status/>`)],
  GetMoveOptions: ['User', answered(xml`<timg:MoveOptions/>`)],
};
