/** Something that the operator of the station should read: what the autopilot says, and what it did not do. */
export interface AircraftNote {
  readonly severity: 'info' | 'warn' | 'error';
  readonly text: string;
}

export type Tell = (severity: AircraftNote['severity'], text: string) => void;
