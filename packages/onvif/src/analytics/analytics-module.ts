import { keptDocument } from '../kept-document.ts';
import type { OnvifStation } from '../onvif-station.ts';
import { childOf, children, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault, SoapFault } from '../soap/soap-fault.ts';
import { NO_NOISE, type ObjectNoise } from './object-noise.ts';

/** The one type of module: it tells the objects that the simulation knows. */
export const MODULE_TYPE = 'kite:GroundTruth';

/** Finder of objects in the pictures of a stream. */
export interface AnalyticsModule {
  readonly name: string;
  readonly noise: ObjectNoise;
}

interface Parameter {
  readonly name: string;
  readonly field: keyof ObjectNoise;
  readonly max: number;
  readonly isWhole?: true;
}

/** All are at least 0. */
export const PARAMETERS: readonly Parameter[] = [
  { name: 'missed', field: 'missedShare', max: 1 },
  { name: 'false', field: 'falsePerMin', max: 60 },
  { name: 'jitter_px', field: 'jitterPx', max: 100 },
  { name: 'delay_s', field: 'delayS', max: 10 },
  { name: 'seed', field: 'seed', max: 2_147_483_647, isWhole: true },
];

type Documents = OnvifStation['documents'];

/** By the id of the stream; null where a client has deleted it. */
type Kept = Readonly<Record<string, AnalyticsModule | null>>;

const DOCUMENT = 'onvif.analytics';
const NAME_MAX = 64;
const DEFAULT: AnalyticsModule = { name: 'GroundTruth', noise: NO_NOISE };

const kept = (documents: Documents) => keptDocument<Kept>(documents, DOCUMENT, {});

/** Undefined where a client has deleted it: no objects are told then. */
export function analyticsModule(documents: Documents, streamId: string): AnalyticsModule | undefined {
  const modules = kept(documents);
  return Object.hasOwn(modules, streamId) ? (modules[streamId] ?? undefined) : DEFAULT;
}

export const keepModule = (documents: Documents, streamId: string, module: AnalyticsModule | undefined): void =>
  documents.set(DOCUMENT, JSON.stringify({ ...kept(documents), [streamId]: module ?? null }));

const invalid = (reason: string) => argumentFault(reason, 'InvalidModule');

/** Clients choose the prefix, so the name decides. */
export const isModuleType = (type: string): boolean => type.replace(/^.*:/, '') === 'GroundTruth';

/** @throws SoapFault */
export function moduleName(element: XmlElement): string {
  const name = element.attributes.get('Name')?.normalize('NFC') ?? '';
  if (name !== '' && [...name].length <= NAME_MAX) return name;
  throw invalid(`Name of a module must have 1 to ${NAME_MAX} characters`);
}

/** @throws SoapFault for another type */
export function readNewModule(element: XmlElement): AnalyticsModule {
  if (!isModuleType(element.attributes.get('Type') ?? '')) throw invalid(`Type must be ${MODULE_TYPE}`);
  return { name: moduleName(element), noise: readNoise(element, NO_NOISE) };
}

/** The module as a client changes it. @throws SoapFault */
export function changedModule(module: AnalyticsModule, element: XmlElement): AnalyticsModule {
  if (!isModuleType(element.attributes.get('Type') ?? MODULE_TYPE))
    throw new SoapFault('Receiver', 'Action/TypeChangeProhibited', `a module keeps the type ${MODULE_TYPE}`);
  return { ...module, noise: readNoise(element, module.noise) };
}

/** Parameters without a value in the request stay. */
function readNoise(element: XmlElement, before: ObjectNoise): ObjectNoise {
  const parameters = childOf(element, 'Parameters');
  const items = children(parameters, 'SimpleItem');
  if (children(parameters, 'ElementItem').length > 0) throw invalid('the parameters are simple items');
  const names = items.map(({ attributes }) => attributes.get('Name') ?? '');
  if (new Set(names).size < names.length) throw invalid('a parameter is named twice');
  const read = items.map(({ attributes }, index) => readParameter(names[index] ?? '', attributes.get('Value') ?? ''));
  return { ...before, ...Object.fromEntries(read) };
}

function readParameter(name: string, text: string): readonly [keyof ObjectNoise, number] {
  const parameter = PARAMETERS.find((one) => one.name === name);
  if (parameter === undefined)
    throw invalid(`there is no parameter "${name.slice(0, 32)}", only ${PARAMETERS.map((one) => one.name).join(', ')}`);
  const { field, isWhole = false, max } = parameter;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value <= max && (!isWhole || Number.isInteger(value))) return [field, value];
  const kind = isWhole ? 'a whole number' : 'a number';
  throw invalid(`${name} must be ${kind} from 0 to ${max}, got "${text.slice(0, 16)}"`);
}
