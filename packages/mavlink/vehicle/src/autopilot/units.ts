import { RAD_PER_DEG } from '@kitestring/base/angles.ts';

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.round(value)));

export const degE7 = (deg: number): number => Math.round(deg * 1e7);
export const mm = (m: number): number => within(m * 1000, -0x7fff_ffff, 0x7fff_ffff);
/** Signed 16 bits. */
export const cm = (m: number): number => within(m * 100, -0x7fff, 0x7fff);
export const uint16 = (value: number): number => within(value, 0, 0xfffe);
/** Hundredths of a degree, 0 to 35999; 65535 without a heading. */
export const cdeg = (deg: number | undefined): number => (deg === undefined ? 0xffff : Math.round(deg * 100) % 36_000);
export const percent = (value: number | undefined): number => (value === undefined ? -1 : within(value, 0, 100));

/** Quaternion w, x, y, z of roll, pitch and yaw, degrees. */
export function quaternion(rollDeg: number, pitchDeg: number, yawDeg: number): [number, number, number, number] {
  const [cr, sr] = halves(rollDeg);
  const [cp, sp] = halves(pitchDeg);
  const [cy, sy] = halves(yawDeg);
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}

const halves = (deg: number): [cos: number, sin: number] => {
  const half = (deg * RAD_PER_DEG) / 2;
  return [Math.cos(half), Math.sin(half)];
};
