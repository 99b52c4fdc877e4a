import type { RegulatoryMode } from '@kitestring/contract/system/system-info.ts';
import type { DroneIdErrorCode, SystemState } from '@kitestring/contract/system/system-state.ts';
import type { OperatorReport } from '../handoff/handoff.ts';
import type { RemoteIdSample } from '../ports/aircraft.ts';

type DroneId = NonNullable<SystemState['drone_id']>;

interface RemoteIdSituation {
  readonly mode: RegulatoryMode;
  readonly selfTest: RemoteIdSample['selfTest'];
  /** Undefined without valid operator data. */
  readonly operator: OperatorReport | undefined;
  readonly isEmergency: boolean;
}

/** Returns the Remote ID status, from the report of the transmitter and the operator data. */
export function remoteIdStatus(situation: RemoteIdSituation): DroneId {
  const errorCodes = remoteIdErrors(situation);
  if (situation.isEmergency) return { status: 'EMERGENCY', error_codes: errorCodes };
  if (situation.mode !== 'DISABLED' && situation.selfTest === 'Running') {
    return { status: 'CHECKING', error_codes: errorCodes };
  }
  return { status: errorCodes.length === 0 ? 'OK' : 'FAILED', error_codes: errorCodes };
}

function remoteIdErrors(situation: RemoteIdSituation): DroneIdErrorCode[] {
  if (situation.mode === 'DISABLED') return [];
  const errors: DroneIdErrorCode[] = [];
  if (situation.mode === 'UNKNOWN') errors.push('ERROR_UNKNOWN_REGULATORY_MODE');
  if (situation.selfTest === 'Failed') errors.push('ERROR_TX_FAILED');
  if (situation.mode === 'US_REMOTE_ID_STANDARD' && situation.operator === undefined) errors.push('ERROR_NO_OPERATOR');
  return errors;
}
