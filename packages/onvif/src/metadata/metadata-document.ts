import { placeFrom } from '@kitestring/station-contract/place/geo.ts';
import type { ToldFrame, ToldObject } from '../analytics/object-noise.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { NAMESPACES } from '../soap/namespaces.ts';

/** The largest objects of a picture: a document stays below 64 kB. */
const OBJECTS_MAX = 50;
const KINDS = ['person', 'vehicle', 'fire', 'smoke'] as const satisfies readonly ToldObject['kind'][];
const TYPE: Readonly<Record<ToldObject['kind'], string>> = {
  person: 'Human',
  vehicle: 'Vehicle',
  fire: 'Fire',
  smoke: 'Smoke',
};

/** Without superfluous digits. */
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) || 0;

const utcTime = (timeUs: number): string => new Date(timeUs / 1000).toISOString();

/** The specification wants an integer: that of the id, apart by kind. */
const objectNumber = ({ id, kind }: ToldObject): number =>
  Number(/\d+$/.exec(id)?.[0] ?? 0) * KINDS.length + KINDS.indexOf(kind);

/** The objects in a picture. Coordinates are -1 to 1, right and up from its middle. */
export function frameElement(name: string, { heightPx, objects, origin, timeUs, widthPx }: ToldFrame): Markup {
  const across = (px: number) => rounded((px / widthPx) * 2 - 1, 4);
  const up = (px: number) => rounded(1 - (px / heightPx) * 2, 4);
  const written = objects.slice(0, OBJECTS_MAX).map((object) => {
    const { height, width, x, y } = object.box;
    const at = object.place && placeFrom(origin, object.place);
    const shape = xml`<tt:Shape><tt:BoundingBox left="${across(x)}" top="${up(y)}" right="${across(x + width)}" bottom="${up(y + height)}"/><tt:CenterOfGravity x="${across(x + width / 2)}" y="${up(y + height / 2)}"/></tt:Shape>`;
    const kind = xml`<tt:Class><tt:Type Likelihood="1">${TYPE[object.kind]}</tt:Type></tt:Class>`;
    const place = at && xml`<tt:GeoLocation lon="${rounded(at.lonDeg, 7)}" lat="${rounded(at.latDeg, 7)}"/>`;
    const { speedMps } = object;
    const speed =
      speedMps === undefined
        ? undefined
        : xml`<tt:Behaviour><tt:Speed>${rounded(speedMps, 2)}</tt:Speed></tt:Behaviour>`;
    return xml`<tt:Object ObjectId="${objectNumber(object)}"><tt:Appearance>${shape}${kind}${place}</tt:Appearance>${speed}</tt:Object>`;
  });
  return element(name, xml`${written}`, xml`UtcTime="${utcTime(timeUs)}"`);
}

export const frameMarkup = (frame: ToldFrame): Markup =>
  xml`<tt:VideoAnalytics>${frameElement('tt:Frame', frame)}</tt:VideoAnalytics>`;

export const statusMarkup = (content: Markup, timeUs: number): Markup =>
  xml`<tt:PTZ><tt:PTZStatus>${content}<tt:UtcTime>${utcTime(timeUs)}</tt:UtcTime></tt:PTZStatus></tt:PTZ>`;

const { tns1, tt, wsnt } = NAMESPACES;

/** A whole document, well-formed by itself. */
export const metadataDocument = (parts: readonly Markup[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xml`<tt:MetadataStream xmlns:tt="${tt}" xmlns:wsnt="${wsnt}" xmlns:tns1="${tns1}">${parts}</tt:MetadataStream>`.text}\n`;
