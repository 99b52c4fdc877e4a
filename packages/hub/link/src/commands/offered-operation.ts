import { HUB_SCOPES, type HubScope } from '@kitestring/hub-contract/command.ts';
import { invalidateToken } from '@kitestring/station-contract/auth/operations.ts';
import { API_BASE, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';

/** An operation of the published API that changes something and is available through a hub. */
interface OfferedOperation {
  readonly method: string;
  /** The path with its parameters; undefined when one is missing. */
  path(params: Readonly<Record<string, string>>): string | undefined;
  readonly scopes: readonly HubScope[];
}

/** The published API and the further operations that the console of the station uses. */
const OFFERED: readonly Operation[] = [...OPERATIONS, ...STATION_OPERATIONS];

const isHubScope = (scope: string): scope is HubScope => (HUB_SCOPES as readonly string[]).includes(scope);

/**
 * Undefined for an operation that is not available: reads, tokens, sessions except the end of the caller’s own, and
 * operations that need a scope that a hub never grants.
 */
export function offeredOperation(id: string): OfferedOperation | undefined {
  const operation = OFFERED.find((one) => one.id === id);
  if (operation === undefined || operation.method === 'GET') return undefined;
  const access = operation.id === invalidateToken.id ? [] : operation.access;
  if (!Array.isArray(access)) return undefined;
  const scopes = access as readonly string[];
  if (!scopes.every(isHubScope)) return undefined;
  return { method: operation.method, scopes, path: (params) => requestPath(operation, params) };
}

function requestPath(
  { base = API_BASE, path }: Operation,
  params: Readonly<Record<string, string>>,
): string | undefined {
  let isComplete = true;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    // A dot would make it another path.
    if (value === undefined || value === '' || /^\.+$/.test(value)) isComplete = false;
    return encodeURIComponent(value ?? '');
  });
  return isComplete ? base + filled : undefined;
}
