import type { FrameTruth } from '@kitestring/video-process/source';
import type { UsedStream } from '../media/profiles.ts';
import { frameElement } from '../metadata/metadata-document.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { type AnalyticsModule, MODULE_TYPE, PARAMETERS } from './analytics-module.ts';

export function moduleMarkup(name: string, module: AnalyticsModule): Markup {
  const items = PARAMETERS.map(
    (parameter) => xml`<tt:SimpleItem Name="${parameter.name}" Value="${module.noise[parameter.field]}"/>`,
  );
  return element(name, xml`<tt:Parameters>${items}</tt:Parameters>`, xml`Name="${module.name}" Type="${MODULE_TYPE}"`);
}

/** Analytics of a stream as both media services write them. */
export function analyticsConfiguration(name: string, { analytics, names, stream_id: id, uses }: UsedStream): Markup {
  const module = analytics && moduleMarkup('tt:AnalyticsModule', analytics);
  return element(
    name,
    xml`<tt:Name>${names.Analytics}</tt:Name><tt:UseCount>${uses.Analytics}</tt:UseCount><tt:AnalyticsEngineConfiguration>${module}</tt:AnalyticsEngineConfiguration><tt:RuleEngineConfiguration/>`,
    xml`token="van_${id}"`,
  );
}

const range = (max: number, type: string): Markup =>
  element(`tt:${type}`, xml`<tt:Min>0</tt:Min><tt:Max>${max}</tt:Max>`);

export const SUPPORTED_MODULES: Markup = xml`<tan:SupportedAnalyticsModules Limit="1"><tt:AnalyticsModuleDescription Name="${MODULE_TYPE}" fixed="false" maxInstances="1"><tt:Parameters>${PARAMETERS.map(
  ({ isWhole, name }) =>
    xml`<tt:SimpleItemDescription Name="${name}" Type="xs:${isWhole === true ? 'int' : 'float'}"/>`,
)}</tt:Parameters></tt:AnalyticsModuleDescription></tan:SupportedAnalyticsModules>`;

export const MODULE_OPTIONS: Markup = xml`${PARAMETERS.map(
  ({ isWhole, max, name }) =>
    xml`<tan:Options Name="${name}" AnalyticsModule="${MODULE_TYPE}">${range(max, isWhole === true ? 'IntRange' : 'FloatRange')}</tan:Options>`,
)}`;

/** One object of each kind, in the quarter of the picture where samples stand. */
const SAMPLE: Omit<FrameTruth, 'objects' | 'timeUs'> = {
  rtpTime: 0,
  widthPx: 1000,
  heightPx: 1000,
  zoom: 1,
  meanLuma: 0,
  origin: { latDeg: 0, lonDeg: 0 },
};

export function sampleMetadata(timeUs: number): Markup {
  const objects = (['person', 'vehicle', 'fire', 'smoke'] as const).map((kind, index) => ({
    id: `${kind}-${index}`,
    kind,
    box: { x: 100 * index, y: 100, width: 50, height: 100 },
    place: { eastM: 100, northM: 100, upM: 0 },
    speedMps: 1,
  }));
  const frame = frameElement('tan:SampleFrame', { ...SAMPLE, timeUs, objects });
  return xml`<tan:AnalyticsModule Type="${MODULE_TYPE}">${frame}</tan:AnalyticsModule>`;
}
