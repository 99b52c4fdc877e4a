import type { RefusedRequest as ShownRefusedRequest } from '@kitestring/contract/admin/refused-request.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { RefusedRequest } from '@kitestring/station/auth/refused-requests.ts';

/** As the wire has it. */
export function shownRefusedRequest({
  pluginId,
  pluginName,
  tokenName,
  address,
  count,
  firstUs,
  lastUs,
}: RefusedRequest): ShownRefusedRequest {
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
