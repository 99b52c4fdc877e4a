/** Position relative to the Ground Station, metres east, north and up. */
export interface EnuPosition {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
}
