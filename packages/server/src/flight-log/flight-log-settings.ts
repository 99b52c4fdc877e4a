/** Whether flights are recorded, and how much is kept of them. */
export interface FlightLogSettings {
  readonly isOn: boolean;
  /** Most logs that are kept; the oldest go first. */
  readonly maxFiles: number;
  /** Most bytes that all logs together may have. */
  readonly maxBytes: number;
}

/** About a hundred hours of flight. */
export const DEFAULT_FLIGHT_LOG_SETTINGS: FlightLogSettings = { isOn: true, maxFiles: 200, maxBytes: 2 * 2 ** 30 };
