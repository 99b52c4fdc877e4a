import { ErrorReply } from '@kitestring/station-contract/error-reply.ts';
import { named, Text } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';

/** Body of an error of the hub. It has the same name as the station’s, which it replaces in the document of the hub. */
export const HubErrorReply = named('Error', 'Reason of a refused request.', {
  ...ErrorReply.properties,
  trace_id: Type.Optional(
    Text(
      'Trace id of the request, as in the header `traceresponse` and in the logs of hub and station. Errors with the body of the published API of a station have it only with a status of 500 or more.',
      '4bf92f3577b34da6a3ce929d0e0e4736',
      { pattern: '^[0-9a-f]{32}$' },
    ),
  ),
});
export type HubErrorReply = Static<typeof HubErrorReply>;
