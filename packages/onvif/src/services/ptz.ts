import type { UsedStream } from '../media/profiles.ts';
import type { OnvifStream } from '../onvif-station.ts';
import { Presets } from '../ptz/presets.ts';
import { refusalFault } from '../ptz/ptz-control.ts';
import { NODE, PRESETS_MAX, ptzConfiguration, ptzSpaces, ptzVector } from '../ptz/ptz-markup.ts';
import { TIMEOUT_S } from '../ptz/ptz-settings.ts';
import { moveStatus, ptzPosition } from '../ptz/ptz-status.ts';
import {
  directionOfFov,
  directionOfGeneric,
  genericPosition,
  type PtzDirection,
  SPACE,
  zoomOfPosition,
  zoomPosition,
} from '../ptz/spaces.ts';
import { element, type Markup, xml } from '../soap/markup.ts';
import { childOf, textAt, type XmlElement } from '../soap/read-xml.ts';
import { booleanValue, secondsOf } from '../soap/simple-values.ts';
import { argumentFault } from '../soap/soap-fault.ts';
import {
  CONFIGURATION,
  namedProfile,
  namedStream,
  namedStreams,
  type OnvifExchange,
  plainProfileStream,
  profileStream,
  requiredText,
  type ServiceTable,
} from './operation.ts';
import { setPtzConfiguration } from './ptz-configuration.ts';

const NO_SPACE = 'SpaceNotSupported';

interface Point {
  readonly x: number;
  readonly y: number;
  readonly space: string;
}

/** Beyond every space; the sums of larger numbers are none. */
const NUMBER_MAX = 1e6;

/** A point of the request, in its space or the default one. @throws SoapFault for what is no finite number */
function pointOf(vector: XmlElement | undefined, axis: 'PanTilt' | 'Zoom', space: string): Point | undefined {
  const given = childOf(vector, axis);
  if (given === undefined) return undefined;
  const number = (name: string) => {
    const text = given.attributes.get(name);
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    if (!(Math.abs(value) <= NUMBER_MAX))
      throw argumentFault(`${axis} ${name} must be a number, at most ${NUMBER_MAX}`, 'InvalidPosition');
    return value;
  };
  const own = given.attributes.get('space')?.trim();
  return { x: number('x'), y: axis === 'Zoom' ? 0 : number('y'), space: own === undefined || own === '' ? space : own };
}

function inRange(name: string, value: number, min: number, max: number): number {
  // Clients round.
  if (value >= min - 1e-4 && value <= max + 1e-4) return Math.min(max, Math.max(min, value));
  throw argumentFault(`${name} must be from ${min} to ${max}, got ${value}`, 'InvalidPosition');
}

const spaceFault = (space: string) => argumentFault(`the space ${space.slice(0, 120)} is not known here`, NO_SPACE);

interface Asked {
  readonly stream: UsedStream;
  readonly range: ReturnType<OnvifExchange['ptz']['rangeOf']>;
}

async function asked(exchange: OnvifExchange): Promise<Asked> {
  const stream = await profileStream(exchange, 'PTZ');
  return { stream, range: exchange.ptz.rangeOf(stream) };
}

async function absoluteMove(exchange: OnvifExchange): Promise<Markup> {
  const { range, stream } = await asked(exchange);
  const vector = childOf(exchange.body, 'Position');
  const turn = pointOf(vector, 'PanTilt', stream.ptz.spaces.AbsolutePantTiltPosition);
  const zoom = pointOf(vector, 'Zoom', SPACE.zoomPosition);
  const target = turn && absoluteTarget(turn, range);
  if (zoom !== undefined && zoom.space !== SPACE.zoomPosition) throw spaceFault(zoom.space);
  const zoomTo = zoom && zoomOfPosition(inRange('Zoom x', zoom.x, 0, 1), range.zoomMax);
  if (target !== undefined) await exchange.ptz.turnTo(target, range);
  if (zoomTo !== undefined) await exchange.ptz.setZoom(stream.stream_id, zoomTo);
  return xml``;
}

function absoluteTarget({ space, x, y }: Point, range: Asked['range']): PtzDirection {
  if (space === SPACE.panTiltPosition)
    return directionOfGeneric(inRange('PanTilt x', x, -1, 1), inRange('PanTilt y', y, -1, 1), range);
  if (space !== SPACE.panTiltDegrees) throw spaceFault(space);
  const tiltDeg = -inRange('PanTilt y', y, -range.tiltMaxDeg, -range.tiltMinDeg);
  return { panDeg: inRange('PanTilt x', x, -180, 180), tiltDeg };
}

async function relativeMove(exchange: OnvifExchange): Promise<Markup> {
  const { ptz } = exchange;
  const { range, stream } = await asked(exchange);
  const vector = childOf(exchange.body, 'Translation');
  const turn = pointOf(vector, 'PanTilt', stream.ptz.spaces.RelativePanTiltTranslation);
  const zoom = pointOf(vector, 'Zoom', SPACE.zoomTranslation);
  if (zoom !== undefined && zoom.space !== SPACE.zoomTranslation) throw spaceFault(zoom.space);
  const target = turn && relativeTarget(exchange, stream, turn, range);
  if (target !== undefined) await ptz.turnTo(target, range);
  if (zoom !== undefined && zoom.x !== 0) {
    const now = zoomPosition(ptz.zoom(stream.stream_id), range.zoomMax);
    await ptz.setZoom(stream.stream_id, zoomOfPosition(now + zoom.x, range.zoomMax));
  }
  return xml``;
}

/** Undefined where nothing is to turn. Beyond the travel the camera stops at its border. */
function relativeTarget(
  { ptz, station }: OnvifExchange,
  { stream_id }: OnvifStream,
  { space, x, y }: Point,
  range: Asked['range'],
): PtzDirection | undefined {
  if (x === 0 && y === 0) return undefined;
  const from = ptz.direction();
  if (space === SPACE.panTiltFov) {
    const { horizontalDeg, verticalDeg } = station.view(stream_id) ?? {};
    if (horizontalDeg === undefined || verticalDeg === undefined) throw spaceFault(space);
    const point = { x: inRange('PanTilt x', x, -1, 1), y: inRange('PanTilt y', y, -1, 1) };
    return directionOfFov(from, point, { horizontalDeg, verticalDeg });
  }
  if (space === SPACE.panTiltTranslationDegrees) return { panDeg: from.panDeg + x, tiltDeg: from.tiltDeg - y };
  if (space !== SPACE.panTiltTranslation) throw spaceFault(space);
  const perUnitDeg = (range.tiltMaxDeg - range.tiltMinDeg) / 2;
  return { panDeg: from.panDeg + x * 180, tiltDeg: from.tiltDeg - y * perUnitDeg };
}

/** Farther away a place is behind the horizon, or not to be told from its neighbours. */
const REACH_M = 20_000;

/** A speed is accepted and ignored, as in the other moves to a direction. */
async function geoMove(exchange: OnvifExchange): Promise<Markup> {
  const { ptz, station } = exchange;
  const { range, stream } = await asked(exchange);
  const to = station.directionTo(geoPlace(childOf(exchange.body, 'Target')));
  if (to === undefined) throw argumentFault('the position of the camera is not known', 'GeoLocationUnknown');
  const { azimuthDeg: panDeg, depressionDeg: tiltDeg, slantRangeM } = to;
  const isInTravel = tiltDeg >= range.tiltMinDeg && tiltDeg <= range.tiltMaxDeg;
  if (slantRangeM > REACH_M || !isInTravel)
    throw argumentFault(
      `Target must be within ${REACH_M} m and from ${range.tiltMinDeg} to ${range.tiltMaxDeg} degrees below the horizon, got ${Math.round(slantRangeM)} m and ${tiltDeg.toFixed(1)} degrees`,
      'UnreachablePosition',
    );
  const zoom = areaZoom(exchange, stream, slantRangeM);
  await ptz.turnTo({ panDeg, tiltDeg }, range);
  if (zoom !== undefined) await ptz.setZoom(stream.stream_id, zoom);
  return xml``;
}

/** @throws SoapFault */
function geoPlace(target: XmlElement | undefined) {
  const number = (name: string, limit: number) => {
    const text = target?.attributes.get(name)?.trim();
    const value = text === undefined || text === '' ? Number.NaN : Number(text);
    if (Math.abs(value) <= limit) return value;
    throw argumentFault(`Target ${name} must be a number from ${-limit} to ${limit}`, 'InvalidPosition');
  };
  const place = { latDeg: number('lat', 90), lonDeg: number('lon', 180) };
  return target?.attributes.has('elevation') ? { ...place, elevationM: number('elevation', 9000) } : place;
}

/** The largest zoom that shows the area; undefined where none is asked for, or none is possible. @throws SoapFault */
function areaZoom({ body, station }: OnvifExchange, { stream_id, zoom_max }: OnvifStream, slantRangeM: number) {
  const { horizontalDeg, verticalDeg, zoom = 1 } = station.view(stream_id) ?? {};
  const zooms = (['AreaWidth', 'AreaHeight'] as const).flatMap((name) => {
    const text = textAt(body, name);
    if (text === undefined) return [];
    const sizeM = Number(text);
    if (!(sizeM > 0)) throw argumentFault(`${name} must be a number above 0`);
    const fullDeg = name === 'AreaWidth' ? horizontalDeg : verticalDeg;
    return fullDeg === undefined ? [] : [(fullDeg * zoom * Math.PI) / 360 / Math.atan(sizeM / 2 / slantRangeM)];
  });
  return zooms.length === 0 || zoom_max <= 1 ? undefined : Math.min(zoom_max, Math.max(1, Math.min(...zooms)));
}

async function continuousMove(exchange: OnvifExchange): Promise<Markup> {
  const { range, stream } = await asked(exchange);
  const vector = childOf(exchange.body, 'Velocity');
  const turn = pointOf(vector, 'PanTilt', stream.ptz.spaces.ContinuousPanTiltVelocity);
  const zoom = pointOf(vector, 'Zoom', SPACE.zoomVelocity);
  if (zoom !== undefined && zoom.space !== SPACE.zoomVelocity) throw spaceFault(zoom.space);
  const timeout = textAt(exchange.body, 'Timeout');
  const wantedS = timeout === undefined ? stream.ptz.timeoutS : secondsOf(timeout);
  const timeoutS = exchange.areMovesEndless
    ? Number.POSITIVE_INFINITY
    : Math.min(TIMEOUT_S.max, Math.max(TIMEOUT_S.min, wantedS));
  const velocity = {
    ...(turn !== undefined && { panTilt: turnVelocity(turn, range) }),
    ...(zoom !== undefined && { zoomPerS: inRange('Zoom x', zoom.x, -1, 1) }),
  };
  await exchange.ptz.move(stream.stream_id, velocity, timeoutS, range);
  return xml``;
}

function turnVelocity({ space, x, y }: Point, { maxDps }: Asked['range']) {
  const isDegrees = space === SPACE.panTiltVelocityDegrees;
  if (!isDegrees && space !== SPACE.panTiltVelocity) throw spaceFault(space);
  const [limit, perUnit] = isDegrees ? [maxDps, 1] : [1, maxDps];
  const [panDps, tiltUpDps] = [inRange('PanTilt x', x, -limit, limit), inRange('PanTilt y', y, -limit, limit)];
  return { panDps: panDps * perUnit, tiltUpDps: tiltUpDps * perUnit };
}

/** Without either element both axes stop. */
async function stop(exchange: OnvifExchange): Promise<Markup> {
  const { stream } = await asked(exchange);
  const isAsked = (name: string) => booleanValue(textAt(exchange.body, name)) !== false;
  await exchange.ptz.stop(stream.stream_id, { panTilt: isAsked('PanTilt'), zoom: isAsked('Zoom') });
  return xml``;
}

async function status(exchange: OnvifExchange): Promise<Markup> {
  const stream = await plainProfileStream(exchange, 'PTZ');
  const timeUtc = new Date(exchange.station.clock.nowUs() / 1000).toISOString();
  return xml`<tptz:PTZStatus>${ptzPosition(exchange, stream)}${moveStatus(exchange, stream)}<tt:UtcTime>${timeUtc}</tt:UtcTime></tptz:PTZStatus>`;
}

async function node({ ptz, station }: OnvifExchange): Promise<Markup> {
  const [main] = await station.streams();
  if (main === undefined) throw refusalFault({ code: 'CAMERA_NOT_FOUND', message: 'there is no camera' });
  return xml`<tptz:PTZNode token="${NODE}" FixedHomePosition="false" GeoMove="true"><tt:Name>Gimbal</tt:Name>${ptzSpaces('tt:SupportedPTZSpaces', ptz.rangeOf(main))}<tt:MaximumNumberOfPresets>${PRESETS_MAX}</tt:MaximumNumberOfPresets><tt:HomeSupported>true</tt:HomeSupported></tptz:PTZNode>`;
}

type Write = (range: Asked['range'], stream: UsedStream) => Markup;

const configurations = (write: Write) => async (exchange: OnvifExchange) =>
  xml`${(await namedStreams(exchange, '', CONFIGURATION.ptz)).map((stream) => write(exchange.ptz.rangeOf(stream), stream))}`;

const configuration = (write: Write, field: string) => async (exchange: OnvifExchange) => {
  const stream = await namedStream(exchange, field, CONFIGURATION.ptz);
  return write(exchange.ptz.rangeOf(stream), stream);
};

/** Those of the stream of a profile; every one for a profile that has no stream yet. */
async function compatible(exchange: OnvifExchange): Promise<Markup> {
  const { stream } = await namedProfile(exchange);
  const streams = stream === undefined ? await namedStreams(exchange, '', CONFIGURATION.ptz) : [stream];
  return xml`${streams.map((one) => ptzConfiguration('tptz:PTZConfiguration', exchange.ptz.rangeOf(one), one))}`;
}

async function presets(exchange: OnvifExchange): Promise<Markup> {
  const { range } = await asked(exchange);
  return xml`${new Presets(exchange.station).list().map(({ name, token, view }) => {
    const zoom = range.zoomMax > 1 ? zoomPosition(view.zoom, range.zoomMax) : undefined;
    const position = ptzVector('tt:PTZPosition', { ...genericPosition(view, range), zoom });
    return xml`<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name>${position}</tptz:Preset>`;
  })}`;
}

const viewNow = ({ ptz }: OnvifExchange, { stream_id }: OnvifStream) => ({
  ...ptz.direction(),
  zoom: ptz.zoom(stream_id),
});

async function goTo(exchange: OnvifExchange, view: ReturnType<typeof viewNow>): Promise<Markup> {
  const { range, stream } = await asked(exchange);
  await exchange.ptz.turnTo(view, range);
  if (range.zoomMax > 1) await exchange.ptz.setZoom(stream.stream_id, Math.min(view.zoom, range.zoomMax));
  return xml``;
}

async function gotoPreset(exchange: OnvifExchange): Promise<Markup> {
  const { body, presetMoves, station } = exchange;
  const { range, stream } = await asked(exchange);
  const preset = new Presets(station).find(requiredText(body, 'PresetToken'));
  await goTo(exchange, preset.view);
  const { panDeg, tiltDeg, zoom } = preset.view;
  const { tiltMaxDeg, tiltMinDeg, zoomMax } = range;
  const goal = { panDeg, tiltDeg: Math.min(tiltMaxDeg, Math.max(tiltMinDeg, tiltDeg)) };
  presetMoves.begin(preset, zoomMax > 1 ? { ...goal, zoom: Math.min(zoom, zoomMax) } : goal, stream.stream_id);
  return xml``;
}

async function setPreset(exchange: OnvifExchange): Promise<Markup> {
  const { stream } = await asked(exchange);
  const [name, token] = ['PresetName', 'PresetToken'].map((field) => textAt(exchange.body, field));
  const set = new Presets(exchange.station).set(viewNow(exchange, stream), { name, token });
  return xml`<tptz:PresetToken>${set}</tptz:PresetToken>`;
}

export const PTZ_CAPABILITIES = xml`<tptz:Capabilities EFlip="false" Reverse="false" GetCompatibleConfigurations="true" MoveStatus="true" StatusPosition="true"/>`;

export const PTZ_SERVICE: ServiceTable = {
  GetServiceCapabilities: ['PRE_AUTH', () => PTZ_CAPABILITIES],
  GetNodes: ['User', node],
  GetNode: [
    'User',
    (exchange) => {
      if (requiredText(exchange.body, 'NodeToken') !== NODE) throw argumentFault('NodeToken is not known', 'NoEntity');
      return node(exchange);
    },
  ],
  GetConfigurations: [
    'User',
    configurations((range, stream) => ptzConfiguration('tptz:PTZConfiguration', range, stream)),
  ],
  GetConfiguration: [
    'User',
    configuration((range, stream) => ptzConfiguration('tptz:PTZConfiguration', range, stream), 'PTZConfigurationToken'),
  ],
  SetConfiguration: ['Operator', setPtzConfiguration],
  GetCompatibleConfigurations: ['User', compatible],
  GetConfigurationOptions: [
    'User',
    configuration(
      (range) =>
        element(
          'tptz:PTZConfigurationOptions',
          xml`${ptzSpaces('tt:Spaces', range)}<tt:PTZTimeout><tt:Min>PT${TIMEOUT_S.min}S</tt:Min><tt:Max>PT${TIMEOUT_S.max}S</tt:Max></tt:PTZTimeout>`,
        ),
      'ConfigurationToken',
    ),
  ],
  GetStatus: ['User', status],
  AbsoluteMove: ['Operator', absoluteMove],
  RelativeMove: ['Operator', relativeMove],
  ContinuousMove: ['Operator', continuousMove],
  GeoMove: ['Operator', geoMove],
  Stop: ['Operator', stop],
  GetPresets: ['User', presets],
  SetPreset: ['Operator', setPreset],
  GotoPreset: ['Operator', gotoPreset],
  RemovePreset: [
    'Operator',
    async (exchange) => {
      await asked(exchange);
      new Presets(exchange.station).remove(requiredText(exchange.body, 'PresetToken'));
      return xml``;
    },
  ],
  GotoHomePosition: ['Operator', (exchange) => goTo(exchange, new Presets(exchange.station).home)],
  SetHomePosition: [
    'Operator',
    async (exchange) => {
      const { stream } = await asked(exchange);
      new Presets(exchange.station).setHome(viewNow(exchange, stream));
      return xml``;
    },
  ],
};
