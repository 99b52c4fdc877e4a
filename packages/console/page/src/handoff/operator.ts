import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import type { RegulatoryMode } from '@kitestring/station-contract/system/system-info.ts';

/** The operator of this browser. */
export interface Operator {
  /** As shown to others. */
  readonly name: string;
  /** The position of this browser may be sent by Remote ID. */
  readonly sharesPosition: boolean;
}

/**
 * Position according to the browser. Its height is above the ellipsoid, which Remote ID does not use, and is omitted.
 */
export interface OperatorPosition {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly accuracyM: number;
}

const KEPT_AS = 'kitestring.operator';
/** Limit of the station. */
export const NAME_MAX = 100;

export function keptOperator(storage: Storage): Operator {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEPT_AS) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return NOBODY;
    const { name, sharesPosition } = kept as Partial<Record<keyof Operator, unknown>>;
    return {
      name: typeof name === 'string' ? name.slice(0, NAME_MAX) : '',
      sharesPosition: sharesPosition === true,
    };
  } catch {
    return NOBODY;
  }
}

export function keepOperator(storage: Storage, operator: Operator): void {
  storage.setItem(KEPT_AS, JSON.stringify(operator));
}

const NOBODY: Operator = { name: '', sharesPosition: false };

/**
 * Body of every control request. Under a Remote ID rule the station needs the operator continuously; without a position
 * it sends its own.
 */
export function controlRequest(
  { name, sharesPosition }: Operator,
  mode: RegulatoryMode | undefined,
  position: OperatorPosition | undefined,
): RequestHandoffControl {
  const operator_name = name.trim();
  if (mode !== 'US_REMOTE_ID_STANDARD') return { operator_name };
  const regulatory_mode = mode;
  if (!sharesPosition || position === undefined) return { operator_name, regulatory_mode };
  return {
    operator_name,
    regulatory_mode,
    operator_gps_lat: position.latDeg,
    operator_gps_lon: position.lonDeg,
    operator_gps_accuracy: position.accuracyM,
  };
}
