/** Data of the operator that Remote ID transmits. */
export interface OperatorData {
  /** Present position of the operator; absent: where the aircraft took off counts. */
  readonly position?: { readonly latDeg: number; readonly lonDeg: number; readonly elevationM?: number };
  /** Registration of the operator. */
  readonly operatorId?: string;
  /** Purpose of the flight. */
  readonly description?: string;
  /** Serial number of the aircraft, where its transmitter has none of its own. */
  readonly serial?: string;
  readonly isEmergency: boolean;
}
