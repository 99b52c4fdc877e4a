import type { Operation } from '@kitestring/station-contract/operation.ts';

/**
 * A valid body, so that a request can be wrong in one respect only. If the contract's example would cause a large
 * movement, a small one is used: a station that does not refuse a wrong body acts on it.
 */
const CAUTIOUS: Readonly<Record<string, object>> = {
  'flight.control.altitude': { altitude: 3 },
  'flight.control.altitude_soft_max': { altitude: 40 },
  'camera.control.rotate_by_angle': { tilt: 1 },
  'camera.control.rotate_to_angle': { tilt_ned: 5 },
  'camera.control.rotate_with_speed': { tilt_speed: 0, duration: 0.1 },
  'videostreams.control.zoom': { zoom_level: 1 },
  'handoff.control.request': { operator_name: 'conformance' },
  'handoff.control.override': { operator_name: 'conformance' },
  'auth.plugin.update': { self_status: 'Connected', self_status_text: 'conformance' },
};

export function validBody(op: Operation): Readonly<Record<string, unknown>> | undefined {
  if (op.body === undefined) return undefined;
  return (CAUTIOUS[op.id] ?? op.examples?.[0]?.value) as Record<string, unknown>;
}

/** As part of a request. */
export function bodyFor(op: Operation): { json?: unknown } {
  const json = validBody(op);
  return json === undefined ? {} : { json };
}
