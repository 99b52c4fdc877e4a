/** `08:30:05`, UTC. */
export const clockText = (timeUs: number): string => new Date(timeUs / 1000).toISOString().slice(11, 19);

/** `2026-11-21 08:30:05`, UTC. */
export const dateText = (timeUs: number): string =>
  new Date(timeUs / 1000).toISOString().slice(0, 19).replace('T', ' ');

/** `1 h 02 min`, `4 min 05 s`, `7.5 s`. */
export function durationText(us: number): string {
  const seconds = us / 1e6;
  if (seconds < 60) return `${numberText(seconds, 1)} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  if (minutes < 60) return `${minutes} min ${two(rest === 60 ? 59 : rest)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** Rounded to this many decimals. */
export const numberText = (value: number, decimals: number): string => value.toFixed(decimals);

const two = (value: number): string => String(value).padStart(2, '0');
