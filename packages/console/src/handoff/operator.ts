import type { RequestHandoffControl } from '@kitestring/contract/handoff/request-handoff-control.ts';
import type { RegulatoryMode } from '@kitestring/contract/system/system-info.ts';

/** Who sits in front of this browser. */
export interface Operator {
  /** As others see it. */
  readonly name: string;
  /** The position of this browser may be sent by Remote ID. */
  readonly sharesPosition: boolean;
}

/** Where a browser says that it is. Its height is above the ellipsoid, which is not what Remote ID wants, and left out. */
export interface OperatorPosition {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly accuracyM: number;
}

const KEPT_AS = 'kitestring.operator';
/** As many characters as the station takes. */
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
 * What is said with every request for control. Under a Remote ID rule the station wants to hear of an operator all the
 * time; without a position it sends its own.
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
