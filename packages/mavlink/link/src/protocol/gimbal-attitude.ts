import { DEG_PER_RAD, wrap180, wrap360 } from '@kitestring/base/angles.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { GIMBAL_DEVICE_FLAGS } from '@kitestring/mavlink-codec/enums.ts';

type Reported = Pick<MessageFields['GIMBAL_DEVICE_ATTITUDE_STATUS'], 'q' | 'flags' | 'delta_yaw'>;

/** Where a gimbal points. Pitch and roll are relative to the horizon. */
export interface GimbalAttitude {
  /** Up is positive. */
  readonly pitchDeg: number;
  readonly rollDeg: number;
  /** From the nose of the vehicle, right is positive; undefined where it is not known. */
  readonly vehicleYawDeg: number | undefined;
  /** Clockwise from north, 0 to 360; undefined where it is not known: a wrong azimuth is worse. */
  readonly azimuthDeg: number | undefined;
}

type YawFrame = 'Vehicle' | 'Earth' | 'Unknown';

const { YAW_IN_EARTH_FRAME, YAW_IN_VEHICLE_FRAME, YAW_LOCK } = GIMBAL_DEVICE_FLAGS;

/** The flags of the frame decide; without one, a locked yaw is one in the earth frame, and any other is relative to the vehicle. */
function frameOf(flags: number): YawFrame {
  const frames = flags & (YAW_IN_VEHICLE_FRAME | YAW_IN_EARTH_FRAME);
  if (frames === YAW_IN_VEHICLE_FRAME) return 'Vehicle';
  if (frames === YAW_IN_EARTH_FRAME) return 'Earth';
  if (frames !== 0) return 'Unknown';
  return (flags & YAW_LOCK) !== 0 ? 'Earth' : 'Vehicle';
}

/**
 * The attitude of a gimbal device in both frames.
 * @param headingDeg of the vehicle at that time; used where the gimbal does not say how its frames lie to each other
 * @returns undefined where the gimbal does not know its attitude
 */
export function gimbalAttitude(
  { delta_yaw, flags, q }: Reported,
  headingDeg: number | undefined,
): GimbalAttitude | undefined {
  const angles = anglesOf(q);
  if (angles === undefined) return undefined;
  const { pitchDeg, rollDeg, yawDeg } = angles;
  // The extension is 0 where it is not sent; a vehicle that points exactly to north loses nothing by its heading.
  const isGiven = Number.isFinite(delta_yaw) && delta_yaw !== 0;
  const deltaDeg = isGiven ? delta_yaw * DEG_PER_RAD : headingDeg;
  const frame = frameOf(flags);
  const vehicleDeg = frame === 'Vehicle' ? yawDeg : frame === 'Earth' ? sum(yawDeg, deltaDeg, -1) : undefined;
  const azimuthDeg = frame === 'Earth' ? yawDeg : frame === 'Vehicle' ? sum(yawDeg, deltaDeg, 1) : undefined;
  return {
    pitchDeg,
    rollDeg,
    vehicleYawDeg: vehicleDeg === undefined ? undefined : wrap180(vehicleDeg),
    azimuthDeg: azimuthDeg === undefined ? undefined : wrap360(azimuthDeg),
  };
}

const sum = (yawDeg: number, deltaDeg: number | undefined, sign: 1 | -1): number | undefined =>
  deltaDeg === undefined ? undefined : yawDeg + sign * deltaDeg;

/** Tait-Bryan angles (yaw, pitch, roll) of a quaternion w, x, y, z; undefined where it is none. */
function anglesOf([w = Number.NaN, x = Number.NaN, y = Number.NaN, z = Number.NaN]: readonly number[]) {
  const norm = Math.hypot(w, x, y, z);
  // A device that does not know sends NaN, or leaves zeros.
  if (!(norm > 0.5 && norm < 1.5)) return undefined;
  const scale = 2 / (norm * norm);
  return {
    rollDeg: Math.atan2(scale * (w * x + y * z), 1 - scale * (x * x + y * y)) * DEG_PER_RAD,
    pitchDeg: Math.asin(Math.max(-1, Math.min(1, scale * (w * y - z * x)))) * DEG_PER_RAD,
    yawDeg: Math.atan2(scale * (w * z + x * y), 1 - scale * (y * y + z * z)) * DEG_PER_RAD,
  };
}
