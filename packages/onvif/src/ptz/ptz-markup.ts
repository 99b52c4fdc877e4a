import type { UsedStream } from '../media/profiles.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { MOVE_SPACES, type MoveSpace, type PtzRange, SPACE } from './spaces.ts';

export const NODE = 'gimbal';
export const PRESETS_MAX = 100;

/** Rounded for the wire: a ten-thousandth. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 || 0;

const range = (name: string, min: number, max: number): Markup =>
  element(name, xml`<tt:Min>${rounded(min)}</tt:Min><tt:Max>${rounded(max)}</tt:Max>`);

const plane = (uri: string, x: readonly [number, number], y: readonly [number, number]): Markup =>
  xml`<tt:URI>${uri}</tt:URI>${range('tt:XRange', ...x)}${range('tt:YRange', ...y)}`;

const line = (uri: string, x: readonly [number, number]): Markup =>
  xml`<tt:URI>${uri}</tt:URI>${range('tt:XRange', ...x)}`;

/** All spaces, in the order of the schema. */
export function ptzSpaces(name: string, { maxDps, tiltMaxDeg, tiltMinDeg, zoomMax }: PtzRange): Markup {
  const travelDeg = tiltMaxDeg - tiltMinDeg;
  const isZoom = zoomMax > 1;
  const zoom = (element_: string, uri: string, x: readonly [number, number]) =>
    isZoom ? element(element_, line(uri, x)) : xml``;
  return element(
    name,
    xml`${element('tt:AbsolutePanTiltPositionSpace', plane(SPACE.panTiltPosition, [-1, 1], [-1, 1]))}${element('tt:AbsolutePanTiltPositionSpace', plane(SPACE.panTiltDegrees, [-180, 180], [-tiltMaxDeg, -tiltMinDeg]))}${zoom('tt:AbsoluteZoomPositionSpace', SPACE.zoomPosition, [0, 1])}${element('tt:RelativePanTiltTranslationSpace', plane(SPACE.panTiltTranslation, [-1, 1], [-1, 1]))}${element('tt:RelativePanTiltTranslationSpace', plane(SPACE.panTiltFov, [-1, 1], [-1, 1]))}${element('tt:RelativePanTiltTranslationSpace', plane(SPACE.panTiltTranslationDegrees, [-180, 180], [-travelDeg, travelDeg]))}${zoom('tt:RelativeZoomTranslationSpace', SPACE.zoomTranslation, [-1, 1])}${element('tt:ContinuousPanTiltVelocitySpace', plane(SPACE.panTiltVelocity, [-1, 1], [-1, 1]))}${element('tt:ContinuousPanTiltVelocitySpace', plane(SPACE.panTiltVelocityDegrees, [-maxDps, maxDps], [-maxDps, maxDps]))}${zoom('tt:ContinuousZoomVelocitySpace', SPACE.zoomVelocity, [-1, 1])}`,
  );
}

export function ptzConfiguration(name: string, range_: PtzRange, { names, ptz, uses }: UsedStream): Markup {
  const isZoom = range_.zoomMax > 1;
  const spaces = (Object.keys(MOVE_SPACES) as MoveSpace[])
    .filter((kind) => isZoom || !kind.includes('Zoom'))
    .map((kind) => element(`tt:Default${kind}Space`, xml`${ptz.spaces[kind]}`));
  const limits = xml`<tt:PanTiltLimits>${element('tt:Range', plane(SPACE.panTiltPosition, [-1, 1], [-1, 1]))}</tt:PanTiltLimits>`;
  const zoomLimits = isZoom
    ? xml`<tt:ZoomLimits>${element('tt:Range', line(SPACE.zoomPosition, [0, 1]))}</tt:ZoomLimits>`
    : xml``;
  return element(
    name,
    xml`<tt:Name>${names.PTZ}</tt:Name><tt:UseCount>${uses.PTZ}</tt:UseCount><tt:NodeToken>${NODE}</tt:NodeToken>${spaces}<tt:DefaultPTZTimeout>PT${ptz.timeoutS}S</tt:DefaultPTZTimeout>${limits}${zoomLimits}`,
    xml`token="ptz_${range_.streamId}"`,
  );
}

/** Position in the generic spaces. */
export const ptzVector = (
  name: string,
  { x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number | undefined },
): Markup =>
  element(
    name,
    xml`<tt:PanTilt x="${rounded(x)}" y="${rounded(y)}" space="${SPACE.panTiltPosition}"/>${zoom === undefined ? xml`` : xml`<tt:Zoom x="${rounded(zoom)}" space="${SPACE.zoomPosition}"/>`}`,
  );
