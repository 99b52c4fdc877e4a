import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import {
  LEGACY_STATES,
  type PluginSelfUpdatableFields,
  SELF_STATUSES,
  type SelfStatus,
} from '@kitestring/station-contract/auth/plugin-self-update.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';

/** Self-reported status of a plugin. */
export interface PluginSelfStatus {
  readonly status: 'None' | 'Connected' | 'Warning' | 'Error';
  readonly text: string;
}

export const NO_SELF_STATUS: PluginSelfStatus = { status: 'None', text: '' };

/**
 * The status after an update. A status without text clears the text, so that an old message does not stay with a new
 * status. A text alone keeps the status. INVALID_SELF_STATUS.
 */
export function updatedSelfStatus(
  current: PluginSelfStatus,
  { self_status, self_status_text: text, state }: PluginSelfUpdatableFields,
): Result<PluginSelfStatus> {
  if (self_status !== undefined && !isOneOf(SELF_STATUSES, self_status)) {
    return invalid('self_status', SELF_STATUSES, self_status);
  }
  if (state !== undefined && !isOneOf(LEGACY_STATES, state)) return invalid('state', LEGACY_STATES, state);
  const status: SelfStatus | undefined = self_status ?? state;
  if (status === undefined) return ok({ ...current, text: text ?? current.text });
  return ok({ status: status === '' ? 'None' : status, text: text ?? '' });
}

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

function invalid(field: string, values: readonly string[], got: string): Result<never> {
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  return refuse('INVALID_SELF_STATUS', { field, allowed, got: quote(got) });
}
