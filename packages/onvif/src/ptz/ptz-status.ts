import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import { type Markup, xml } from '../soap/markup.ts';
import type { PtzControl } from './ptz-control.ts';
import { ptzVector } from './ptz-markup.ts';
import { genericPosition, zoomPosition } from './spaces.ts';

interface PtzSources {
  readonly ptz: PtzControl;
  readonly station: OnvifStation;
}

/** Present direction of the camera and zoom of a stream; undefined while the camera does not tell its direction. */
export function ptzPosition({ ptz, station }: PtzSources, stream: OnvifStream): Markup | undefined {
  const { panDeg, tiltDeg } = station.gimbal() ?? {};
  if (panDeg === undefined || tiltDeg === undefined) return undefined;
  const range = ptz.rangeOf(stream);
  const zoom = range.zoomMax > 1 ? zoomPosition(ptz.zoom(stream.stream_id), range.zoomMax) : undefined;
  return ptzVector('tt:Position', { ...genericPosition({ panDeg, tiltDeg }, range), zoom });
}

const moving = (isMoving: boolean) => (isMoving ? 'MOVING' : 'IDLE');

/** Whether the axes move; it is unknown while the camera does not tell its direction. */
export function moveStatus({ ptz, station }: PtzSources, stream: OnvifStream): Markup {
  const { panDeg, tiltDeg } = station.gimbal() ?? {};
  const isKnown = panDeg !== undefined && tiltDeg !== undefined;
  const turning = isKnown ? moving(ptz.isTurning) : 'UNKNOWN';
  const zooming = stream.zoom_max > 1 ? xml`<tt:Zoom>${moving(ptz.isZooming(stream.stream_id))}</tt:Zoom>` : undefined;
  const error = isKnown ? undefined : xml`<tt:Error>the camera does not tell its direction</tt:Error>`;
  return xml`<tt:MoveStatus><tt:PanTilt>${turning}</tt:PanTilt>${zooming}</tt:MoveStatus>${error}`;
}
