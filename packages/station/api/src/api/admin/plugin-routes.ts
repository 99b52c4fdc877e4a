import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import * as operations from '@kitestring/station-contract/admin/operations.ts';
import type { Plugin, IssuedKey as ShownKey } from '@kitestring/station-contract/admin/plugin.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { ok, type Result } from '@kitestring/station-contract/refusal.ts';
import type { IssuedPluginKey, PluginView } from '@kitestring/station-core/auth';
import type { PluginRecord } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import { type Route, route } from '@kitestring/web/http';

/** Called when a plugin has a new key or is removed, because the file of the first key may belong to it. Never rejects. */
export type FollowFirstKey = (before: PluginRecord, newKey: string | undefined) => Promise<void>;

interface PluginRouteDeps extends Pick<Station, 'auth'> {
  readonly followFirstKey: FollowFirstKey;
}

/** Registered clients and their keys. */
export function pluginRoutes(deps: PluginRouteDeps): readonly Route[] {
  const { administration } = deps.auth;
  return [
    route(operations.listPlugins, ({ caller }) =>
      ok({ plugins: deps.auth.pluginList().map((plugin) => shownPlugin(plugin, caller)) }),
    ),
    route(operations.addPlugin, async ({ body, caller }) =>
      shownKey(deps, await administration.add(body, caller), caller),
    ),
    route(operations.removePlugin, ({ params: { id } }) => remove(deps, id)),
    route(operations.rotatePluginKey, ({ params: { id }, body, caller }) => rotate(deps, id, body.grace_s, caller)),
    route(operations.enablePlugin, ({ params: { id }, caller }) =>
      changed(deps, id, administration.enable(id), caller),
    ),
    route(operations.disablePlugin, ({ params: { id }, caller }) =>
      changed(deps, id, administration.disable(id), caller),
    ),
  ];
}

async function remove({ auth: { administration }, followFirstKey }: PluginRouteDeps, id: string) {
  const before = administration.plugin(id);
  const removed = administration.remove(id);
  if (removed.ok && before !== undefined) await followFirstKey(before, undefined);
  return removed;
}

async function rotate(deps: PluginRouteDeps, id: string, graceS: number | undefined, caller: Caller) {
  const before = deps.auth.administration.plugin(id);
  const issued = await deps.auth.administration.rotateKey(id, graceS, caller);
  if (issued.ok && before !== undefined) await deps.followFirstKey(before, issued.value.key);
  return shownKey(deps, issued, caller);
}

function changed({ auth }: PluginRouteDeps, id: string, result: Result<void>, caller: Caller): Result<unknown> {
  if (!result.ok) return result;
  const plugin = auth.administration.plugin(id);
  if (plugin === undefined) throw new Error('a plugin that was changed is there');
  return ok(shownPlugin(auth.pluginView(plugin), caller));
}

function shownKey({ auth }: PluginRouteDeps, issued: Result<IssuedPluginKey>, caller: Caller): Result<ShownKey> {
  if (!issued.ok) return issued;
  const { plugin, key } = issued.value;
  return ok({ plugin: shownPlugin(auth.pluginView(plugin), caller), key });
}

/** Published form of a plugin, without keys. */
function shownPlugin(plugin: PluginView, caller: Caller): Plugin {
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
    is_own: id === caller.callerId,
  };
}
