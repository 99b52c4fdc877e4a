import { keepConfigurationName, nameAsked } from '../media/configuration-names.ts';
import { NODE } from '../ptz/ptz-markup.ts';
import { keepPtzSettings, type PtzSettings, TIMEOUT_S } from '../ptz/ptz-settings.ts';
import { MOVE_SPACES, type MoveSpace } from '../ptz/spaces.ts';
import { type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { secondsOf } from '../soap/simple-values.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import { CONFIGURATION, configuredStream, type OnvifExchange } from './operation.ts';

const modify = (reason: string) => argumentFault(reason, 'ConfigModify');

/** @throws SoapFault for a space that the move does not have */
function spacesAsked(configuration: XmlElement | undefined, present: PtzSettings['spaces']): PtzSettings['spaces'] {
  const asked = (Object.keys(MOVE_SPACES) as MoveSpace[]).map((kind) => {
    const space = textAt(configuration, `Default${kind}Space`) ?? present[kind];
    const known: readonly string[] = MOVE_SPACES[kind];
    if (!known.includes(space)) throw modify(`Default${kind}Space must be one of ${known.join(', ')}`);
    return [kind, space] as const;
  });
  return Object.fromEntries(asked) as PtzSettings['spaces'];
}

/** Axes of each limit, and the whole range of an axis: the travel of the camera is not to be narrowed. */
const LIMITS = [
  ['PanTiltLimits', ['XRange', 'YRange'], [-1, 1]],
  ['ZoomLimits', ['XRange'], [0, 1]],
] as const;

/** @throws SoapFault */
function checkLimits(configuration: XmlElement | undefined): void {
  for (const [name, axes, [min, max]] of LIMITS) {
    const range = childOf(childOf(configuration, name), 'Range');
    if (range === undefined) continue;
    const isWhole = axes.every(
      (axis) => Number(textAt(range, axis, 'Min')) === min && Number(textAt(range, axis, 'Max')) === max,
    );
    if (!isWhole) throw modify(`${name} must be the whole range, from ${min} to ${max}`);
  }
}

function timeoutAsked(text: string | undefined, presentS: number): number {
  const timeoutS = text === undefined ? presentS : secondsOf(text);
  if (timeoutS >= TIMEOUT_S.min && timeoutS <= TIMEOUT_S.max) return timeoutS;
  throw modify(`DefaultPTZTimeout must be from PT${TIMEOUT_S.min}S to PT${TIMEOUT_S.max}S`);
}

/** Sets the defaults of moves. */
export async function setPtzConfiguration(exchange: OnvifExchange): Promise<Markup> {
  const { body, events, station } = exchange;
  const configuration = childOf(body, 'PTZConfiguration');
  const { ptz, stream_id: id } = await configuredStream(exchange, configuration, CONFIGURATION.ptz);
  const node = textAt(configuration, 'NodeToken');
  if (node !== undefined && node !== NODE) throw modify(`NodeToken must be ${NODE}`);
  checkLimits(configuration);
  const settings = {
    timeoutS: timeoutAsked(textAt(configuration, 'DefaultPTZTimeout'), ptz.timeoutS),
    spaces: spacesAsked(configuration, ptz.spaces),
  };
  const token = `${CONFIGURATION.ptz.prefix}${id}`;
  keepConfigurationName(station.documents, token, nameAsked(configuration));
  keepPtzSettings(station.documents, id, settings);
  events.announce('Media/ConfigurationChanged', token, 'PTZ');
  return xml``;
}
