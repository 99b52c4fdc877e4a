import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { readLine } from '../auth/name.ts';

/** Position of a client's operator, for Remote ID. Absent: that of the Ground Station. */
export interface OperatorReport {
  /** Time of the client's report, microseconds of station time. */
  readonly atUs: number;
  /** Degrees WGS 84, north positive. Present if and only if `lonDeg` is. */
  readonly latDeg?: number;
  /** Degrees WGS 84, east positive. */
  readonly lonDeg?: number;
  /** Metres above mean sea level. */
  readonly elevationM?: number;
  /** Horizontal, metres. */
  readonly accuracyM?: number;
}

/** Request for control. */
export interface Claim {
  readonly operatorName: string;
  /** Only in the mode US_REMOTE_ID_STANDARD. */
  readonly operator?: OperatorReport;
}

/** Reads the body of a request or an override. */
export function readClaim(body: RequestHandoffControl, nowUs: number): Result<Claim> {
  const name = readOperatorName(body.operator_name);
  if (!name.ok) return name;
  const operatorName = name.value;
  if (isPartial(body)) return refuse('OPERATOR_POSITION_REQUIRED');
  if (body.regulatory_mode !== 'US_REMOTE_ID_STANDARD') return ok({ operatorName });
  return ok({ operatorName, operator: operatorReport(body, nowUs) });
}

/** Bytes of UTF-8: also bounds the messages that carry the name. */
const OPERATOR_NAME_MAX_BYTES = 1000;

const encoder = new TextEncoder();

/** The name is optional. */
function readOperatorName(text: string): Result<string> {
  const name = readLine('operator_name', text);
  if (!name.ok) return name;
  const { length } = encoder.encode(name.value);
  if (length <= OPERATOR_NAME_MAX_BYTES) return name;
  return refuse('INVALID_REQUEST', {
    fault: `operator_name must have at most ${OPERATOR_NAME_MAX_BYTES} bytes, got ${length}`,
  });
}

/** An elevation or an accuracy alone is an incomplete position, too. */
function isPartial(body: RequestHandoffControl): boolean {
  const hasLat = body.operator_gps_lat !== undefined;
  const hasLon = body.operator_gps_lon !== undefined;
  const hasMore = body.operator_gps_elevation !== undefined || body.operator_gps_accuracy !== undefined;
  return hasLat !== hasLon || (hasMore && !hasLat);
}

function operatorReport(body: RequestHandoffControl, atUs: number): OperatorReport {
  const { operator_gps_lat: latDeg, operator_gps_lon: lonDeg } = body;
  const { operator_gps_elevation: elevationM, operator_gps_accuracy: accuracyM } = body;
  return {
    atUs,
    ...(latDeg !== undefined && { latDeg }),
    ...(lonDeg !== undefined && { lonDeg }),
    ...(elevationM !== undefined && { elevationM }),
    ...(accuracyM !== undefined && { accuracyM }),
  };
}
