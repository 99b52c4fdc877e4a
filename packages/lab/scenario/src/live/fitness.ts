import type { SettingName, SettingValues } from '@kitestring/settings/settings.ts';
import { SETTINGS } from '@kitestring/settings/settings.ts';
import { hasConsole } from '@kitestring/station-contract/versions.ts';
import { missingOperations } from '../run/missing-operations.ts';
import type { Scenario } from '../scenario.ts';
import type { ScenarioHost } from './scenario-host.ts';

/**
 * Settings that must have their default where the scenario names no other; differences in others show in the flight
 * itself.
 */
const ALWAYS_COMPARED = ['system.installation', 'system.regulatory_mode'] as const satisfies readonly SettingName[];

/** Why a station with these settings can never run the scenario; undefined when it can. */
export function unfitFor(
  { settings, steps }: Pick<Scenario, 'settings' | 'steps'>,
  values: SettingValues,
): string | undefined {
  const version = values.api_version;
  if (!hasConsole(version)) return `it needs api_version 1.0.0 or newer, the station has ${version}`;
  const missing = missingOperations({ steps }, version);
  if (missing !== undefined) return `it ${missing}`;
  if (steps.some(({ action }) => action?.kind === 'reset')) {
    return 'it resets the station, which others use too: run it with kitestring scenario run';
  }
  const standard = ALWAYS_COMPARED.map((name): [SettingName, unknown] => [name, SETTINGS[name].default]);
  const wrong = [...new Map([...standard, ...settings])].filter(([name, wanted]) => values[name] !== wanted);
  if (wrong.length === 0) return undefined;
  return wrong.map(([name, wanted]) => `it needs ${name} ${wanted}, the station has ${values[name]}`).join('; ');
}

/**
 * Why the scenario cannot start now; undefined when it can. A running station is never reset for a scenario: it may be
 * flying.
 */
export function notNow({ station, world }: ScenarioHost): string | undefined {
  const { flight_state: state } = station.flight.state();
  if (state !== 'StandBy') return `the scenario begins in StandBy, the Kite is in ${state}`;
  const { resettingS } = station.flight;
  if (resettingS > 0) return `the system is resetting after a safety landing, ready in ${resettingS} s`;
  const open = world.aircraft.faults.list().filter(({ status }) => status === 'active' || status === 'scheduled');
  if (open.length > 0)
    return `faults are active or scheduled, clear them first: ${namesOf(open.map(({ type }) => type))}`;
  return softMaxLowered(station);
}

function softMaxLowered({ flight }: ScenarioHost['station']): string | undefined {
  const info = flight.info();
  if (!info.ok) return undefined;
  const { altitude_soft_max: soft, altitude_hard_max: hard } = info.value;
  if (soft === undefined || soft >= hard) return undefined;
  return `altitude_soft_max is ${soft} m, the scenario needs that of a start, ${hard} m`;
}

/** More would not fit into a sentence. */
const NAMED_MAX = 5;

function namesOf(types: readonly string[]): string {
  const more = types.length - NAMED_MAX;
  return [...types.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
