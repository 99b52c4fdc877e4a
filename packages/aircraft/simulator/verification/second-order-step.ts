/** Response of x'' = stiffness (1 - x) - damping x' from rest at 0, underdamped. */
export function secondOrderStep(timeS: number, stiffness: number, damping: number): number {
  const decay = damping / 2;
  const ringing = Math.sqrt(stiffness - decay * decay);
  const phase = ringing * timeS;
  return 1 - Math.exp(-decay * timeS) * (Math.cos(phase) + (decay / ringing) * Math.sin(phase));
}
