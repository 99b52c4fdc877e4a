import type { PluginState } from '@kitestring/station-contract/admin/plugin.ts';
import type { PluginRecord } from '../ports/plugin-store.ts';
import type { PluginSelfStatus } from './self-status.ts';

/** A plugin as its operator sees it. */
export interface PluginView extends Omit<PluginRecord, 'epoch' | 'keyHash' | 'previousKey'> {
  readonly state: PluginState;
  /** Text that the plugin reports about itself; empty when none. */
  readonly selfStatusText: string;
  readonly sessions: number;
  /** End of validity of the key before the last rotation; absent when there is none. */
  readonly previousKeyValidUntilUs?: number;
}

interface PluginActivity {
  readonly sessions: number;
  readonly lastUsedAtUs: number | undefined;
  readonly selfStatus: PluginSelfStatus;
  readonly nowUs: number;
}

export function viewOfPlugin(plugin: PluginRecord, activity: PluginActivity): PluginView {
  const { id, name, scopes, enabled, createdAtUs, previousKey } = plugin;
  const { lastUsedAtUs, nowUs, selfStatus, sessions } = activity;
  const isPreviousValid = previousKey !== undefined && previousKey.validUntilUs > nowUs;
  return {
    id,
    name,
    scopes,
    enabled,
    state: pluginState(plugin, sessions, selfStatus.status),
    selfStatusText: selfStatus.text,
    sessions,
    createdAtUs,
    ...(lastUsedAtUs !== undefined && { lastUsedAtUs }),
    ...(isPreviousValid && { previousKeyValidUntilUs: previousKey.validUntilUs }),
  };
}

function pluginState({ enabled }: PluginRecord, sessions: number, status: PluginSelfStatus['status']): PluginState {
  if (!enabled) return 'Disabled';
  if (sessions === 0) return 'Enabled';
  return status === 'None' ? 'Active' : status;
}
