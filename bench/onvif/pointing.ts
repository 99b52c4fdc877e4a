import { TestDevice } from '../../packages/onvif/test/support/scripted-camera.ts';
import { fieldOfView, type Lens, lensOf } from '../../packages/video/scene/src/camera/lens.ts';
import { projectPoint } from '../../packages/video/scene/test/project-point.ts';
import { type BenchRow, figure } from '../result.ts';
import { PROFILE, post, signed } from './post.ts';

const DEG = 180 / Math.PI;
const HEIGHT_M = 100;
const POSES = 30;
const ZOOMS = [1, 2, 8, 32];
/** Zooms at which a pixel is wider than the error that is allowed. */
const WIDE_ZOOM_MAX = 2;

/** A landmark on the ground, `depressionDeg` below the horizon of the camera. */
function landmark(azimuthDeg: number, depressionDeg: number) {
  const distanceM = HEIGHT_M / Math.tan(depressionDeg / DEG);
  const [eastM, northM] = [Math.sin(azimuthDeg / DEG) * distanceM, Math.cos(azimuthDeg / DEG) * distanceM];
  return { eastM, northM, upM: 0 };
}

type Direction = readonly [azimuthDeg: number, depressionDeg: number];

/** Angle between two directions, degrees. */
function between([az, dep]: Direction, [az2, dep2]: Direction): number {
  const chord = Math.hypot(
    Math.cos(dep / DEG) * Math.sin(az / DEG) - Math.cos(dep2 / DEG) * Math.sin(az2 / DEG),
    Math.cos(dep / DEG) * Math.cos(az / DEG) - Math.cos(dep2 / DEG) * Math.cos(az2 / DEG),
    Math.sin(dep / DEG) - Math.sin(dep2 / DEG),
  );
  return 2 * Math.asin(Math.min(1, chord / 2)) * DEG;
}

/** Where a move to the pixel of a landmark points, from poses all around and up to 80 degrees down, by the geometry of the pictures. */
export async function benchPointing(): Promise<BenchRow[]> {
  await using device = await TestDevice.start();
  const { station } = device;
  const lens = lensOf('Camera 2nd Generation', 'zoom') as Lens;
  const camera = station.camera ?? { tiltMinDeg: -11, tiltMaxDeg: 80, minDps: 2, maxDps: 25, isMoving: false };
  const [errorsDeg, errorsPx]: [number[], number[]] = [[], []];
  for (const zoom of ZOOMS) {
    const view = fieldOfView(lens, zoom);
    station.view = () => ({ zoom, ...view });
    for (let count = 0; count < POSES; count += 1) {
      const [panDeg, tiltDeg] = [(count * 137) % 360, (count * 80) / (POSES - 1)];
      const aside = (0.8 * view.horizontalDeg * (count % 3)) / 6;
      const below = (0.8 * view.verticalDeg * (count % 5)) / 10;
      const target: Direction = [panDeg + aside, Math.min(89, tiltDeg + Math.max(0.5, below))];
      const pose = { eastM: 0, northM: 0, upM: HEIGHT_M, rollDeg: 0, zoom };
      const seen = projectPoint({ ...pose, panDeg, tiltDeg }, lens, landmark(...target));
      const [x, y] = [(seen?.x ?? Number.NaN) / (lens.frameWidth / 2) - 1, 1 - (seen?.y ?? 0) / (lens.frameHeight / 2)];
      if (!(Math.abs(x) <= 1 && Math.abs(y) <= 1)) continue;
      station.camera = { ...camera, panDeg, tiltDeg };
      const turn = `<Translation><PanTilt x="${x}" y="${y}"/></Translation>`;
      await post(device.server.port, signed(device, `tptz:RelativeMove ${PROFILE}${turn}`));
      const { panDeg: pan = 0, tiltDeg: tilt = 0 } = station.camera;
      errorsDeg.push(between([pan, tilt], [target[0], Math.min(camera.tiltMaxDeg, target[1])]));
      const after = projectPoint({ ...pose, panDeg: pan, tiltDeg: tilt }, lens, landmark(...target));
      if (zoom <= WIDE_ZOOM_MAX && target[1] <= camera.tiltMaxDeg)
        errorsPx.push(Math.hypot((after?.x ?? 0) - lens.frameWidth / 2, (after?.y ?? 0) - lens.frameHeight / 2));
    }
  }
  const note = `${errorsDeg.length} moves from ${POSES} poses at zoom ${ZOOMS.join(', ')}; the order, without the noise of a gimbal`;
  return [
    figure('a move to a pixel: direction, worst', Math.max(...errorsDeg), 'deg', { atMost: 0.1, note }),
    figure('a move to a pixel: landmark from the middle at zoom 1 and 2, worst', Math.max(...errorsPx), 'px', {
      atMost: 2,
      note: `${errorsPx.length} moves, where the travel of the camera does not end before`,
    }),
  ];
}
