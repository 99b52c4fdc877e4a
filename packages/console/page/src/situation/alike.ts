/** Invisible differences of numbers, by the suffix of their names. */
const LEAST = [
  ['Deg', 0.5],
  // Tolerance of a position: a fifth of a metre.
  ['latDeg', 2e-6],
  ['lonDeg', 2e-6],
  ['eastM', 0.3],
  ['northM', 0.3],
  ['upM', 0.05],
  ['Mps', 0.1],
] as const;

const leastRange = (name: string): number => LEAST.findLast(([end]) => name.endsWith(end))?.[1] ?? 0;

/**
 * Whether two situations look the same. Positions and bearings vary ten times a second even at rest; redrawing each
 * time would cost more than the rest of an idle page.
 */
export function isAlike(one: unknown, other: unknown, name = ''): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return one === other || Math.abs(one - other) < leastRange(name);
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys({ ...one, ...other });
  return names.every((each) => isAlike(Reflect.get(one, each), Reflect.get(other, each), each));
}
