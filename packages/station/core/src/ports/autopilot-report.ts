/** Something that the operator should read: a message of the autopilot, or an order that the aircraft did not follow. */
export interface AircraftNote {
  readonly severity: 'info' | 'warn' | 'error';
  readonly text: string;
}

/** A setting of the autopilot that is unsafe on a tether. */
export interface UnsafeSetting {
  readonly name: string;
  /** Undefined where the autopilot has none of this name. */
  readonly value: number | undefined;
  /** The safe value, for people. */
  readonly wanted: string;
}

/** Reaction of the Kite when it hears nothing of the station any more, by the settings of its autopilot. */
export type StationLoss =
  | { readonly state: 'Lands' }
  | { readonly state: 'FliesOn'; readonly settings: readonly UnsafeSetting[] }
  /** The settings are being read, or the autopilot does not tell them. */
  | { readonly state: 'NotRead' }
  /** An autopilot whose settings the station does not know. */
  | { readonly state: 'NotKnown' };

/** Settings of an autopilot, judged for a tether. */
export interface AutopilotSettings {
  readonly stationLoss: StationLoss;
  /** All unsafe ones, those of the loss of the station included. */
  readonly unsafe: readonly UnsafeSetting[];
}

/** More would not be read in a notification. */
const NAMED_MAX = 4;

/** `FS_GCS_ENABLE is 0, wanted 5; ... and 3 more`. */
export function unsafeSettingsText(settings: readonly UnsafeSetting[]): string {
  const named = settings
    .slice(0, NAMED_MAX)
    .map(
      ({ name, value, wanted }) => `${name} is ${value === undefined ? 'not there' : plain(value)}, wanted ${wanted}`,
    );
  const more = settings.length - named.length;
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** Single-precision values as people write them. */
const plain = (value: number): string => String(Number(value.toPrecision(6)));
