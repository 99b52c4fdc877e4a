import { wrap180 } from '@kitestring/base/angles.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { TerminalOutput } from './context.ts';
import { paint } from './terminal-text.ts';

/** Eighths of a cell, so that a short bar moves smoothly. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar from 0 to `max` in `cells` characters, with a mark at the target. */
export function bar(out: TerminalOutput, value: number, max: number, cells: number, target?: number): string {
  const filled = Math.min(1, Math.max(0, value / max)) * cells;
  const whole = Math.floor(filled);
  const part = EIGHTHS[Math.floor((filled - whole) * 8)] ?? '';
  const text = `${'█'.repeat(whole)}${part}`.padEnd(cells, '·');
  const mark = target === undefined ? -1 : Math.min(cells - 1, Math.floor((target / max) * cells));
  if (mark < whole + (part === '' ? 0 : 1)) return paint(out, 'cyan', text);
  return paint(out, 'cyan', text.slice(0, mark)) + paint(out, 'yellow', '│') + paint(out, 'cyan', text.slice(mark + 1));
}

const ROSE = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** A compass strip centred on the heading. */
export function compass(out: TerminalOutput, headingDeg: number, cells: number): string {
  const degPerCell = 360 / cells;
  const strip = Array.from({ length: cells }, () => '·');
  for (const [index, name] of ROSE.entries()) {
    const awayDeg = -wrap180(headingDeg - index * 45);
    const at = Math.floor(cells / 2 + awayDeg / degPerCell);
    for (const [offset, letter] of [...name].entries()) {
      if (at + offset >= 0 && at + offset < cells) strip[at + offset] = letter;
    }
  }
  const middle = Math.floor(cells / 2);
  const centre = paint(out, ['yellow', 'bold'], strip[middle] === '·' ? '┃' : (strip[middle] ?? ''));
  return (
    paint(out, 'cyan', strip.slice(0, middle).join('')) + centre + paint(out, 'cyan', strip.slice(middle + 1).join(''))
  );
}

const STATE_COLOURS: Readonly<Record<FlightState['flight_state'], Parameters<typeof paint>[1]>> = {
  Unknown: 'red',
  StandBy: 'green',
  TakingOff: 'yellow',
  Flying: 'cyan',
  Landing: 'yellow',
  SafetyLanding: ['red', 'bold'],
  SafetyDescending: ['red', 'bold'],
};

/** The flight state in its status colour. */
export const stateText = (out: TerminalOutput, state: FlightState['flight_state']): string =>
  paint(out, STATE_COLOURS[state], state);

/** A number of fixed width with its unit; dashes when unknown. */
export function figure(value: number | undefined, unit: string, decimals = 1, width = 6): string {
  // A value that rounds to zero has no sign.
  const text = value?.toFixed(decimals).replace(/^-(?=0(\.0*)?$)/, '') ?? '--';
  return `${text.padStart(width)}${unit}`;
}
