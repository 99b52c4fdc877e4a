import type { Plugin } from '@kitestring/contract/admin/plugin.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { PluginView } from '@kitestring/station/auth/plugin-view.ts';
import type { Caller } from '@kitestring/station/caller.ts';

/** Published form of a plugin, without keys. */
export function shownPlugin(plugin: PluginView, caller: Caller): Plugin {
  const { id, name, scopes, enabled, state, selfStatusText, sessions } = plugin;
  const { createdAtUs, lastUsedAtUs, previousKeyValidUntilUs } = plugin;
  return {
    id,
    name,
    scopes: [...scopes],
    enabled,
    state,
    self_status_text: selfStatusText,
    sessions,
    created_at: formatTimestamp(createdAtUs),
    ...(lastUsedAtUs !== undefined && { last_used_at: formatTimestamp(lastUsedAtUs) }),
    ...(previousKeyValidUntilUs !== undefined && {
      previous_key_valid_until: formatTimestamp(previousKeyValidUntilUs),
    }),
    is_own: id === caller.pluginId,
  };
}
