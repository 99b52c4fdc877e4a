import { wrap360 } from '@kitestring/base/angles.ts';
import type { DisplayBlock, DisplayLineName } from '@kitestring/station-contract/station/picture-display.ts';
import type { DisplayLine } from '@kitestring/video-process/overlay';

/** Values that the station knows of a picture. */
export interface DisplayFacts {
  readonly position?: { readonly latDeg: number; readonly lonDeg: number } | undefined;
  /** Above the Ground Station. */
  readonly altitudeM?: number | undefined;
  readonly direction?: { readonly panDeg: number; readonly tiltDeg: number } | undefined;
  readonly zoom: number;
  /** Local time of the station. */
  readonly zone: { readonly offsetMin: number; readonly name: string };
  /** Number and title. */
  readonly incident?: string | undefined;
}

/** Shown for a value that is not known. */
const UNKNOWN = '--';

const LINES: Readonly<Record<DisplayLineName, (facts: DisplayFacts, block: DisplayBlock) => DisplayLine | undefined>> =
  {
    time_utc: () => ({ clock: 'date_time', offsetMin: 0, after: ' UTC' }),
    time_local: ({ zone }) => ({ clock: 'date_time', offsetMin: zone.offsetMin, after: ` ${zone.name}` }),
    date: () => ({ clock: 'date', offsetMin: 0, after: '' }),
    clock: () => ({ clock: 'time', offsetMin: 0, after: '' }),
    position: ({ position }) =>
      position === undefined ? UNKNOWN : `${degrees(position.latDeg, 'N', 'S')} ${degrees(position.lonDeg, 'E', 'W')}`,
    altitude: ({ altitudeM }) => `ALT ${altitudeM === undefined ? UNKNOWN : `${altitudeM.toFixed(1)} m`}`,
    direction: ({ direction }) =>
      direction === undefined
        ? `AZ ${UNKNOWN}`
        : `AZ ${String(Math.round(wrap360(direction.panDeg)) % 360).padStart(3, '0')}° EL ${(-direction.tiltDeg).toFixed(0)}°`,
    zoom: ({ zoom }) => `ZOOM ${zoom.toFixed(1)}x`,
    incident: ({ incident }) => incident,
    text: (_, { text }) => text,
  };

/** The lines of a block; a block without an incident or a text has none for it. */
export const displayLines = (block: DisplayBlock, facts: DisplayFacts): readonly DisplayLine[] =>
  block.lines.flatMap((name) => LINES[name](facts, block) ?? []);

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(6)} ${value < 0 ? negative : positive}`;
