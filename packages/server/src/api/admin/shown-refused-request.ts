import type { RefusedRequest as ShownRefusedRequest } from '@kitestring/contract/admin/refused-request.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { RefusedTokenRequest } from '@kitestring/station/auth/refused-requests.ts';

/** Published form. */
export function shownRefusedRequest({
  pluginId,
  pluginName,
  tokenName,
  address,
  count,
  firstUs,
  lastUs,
}: RefusedTokenRequest): ShownRefusedRequest {
  return {
    plugin_id: pluginId,
    plugin_name: pluginName,
    ...(tokenName !== undefined && { token_name: tokenName }),
    ...(address !== undefined && { address }),
    count,
    first_time: formatTimestamp(firstUs),
    last_time: formatTimestamp(lastUs),
  };
}
