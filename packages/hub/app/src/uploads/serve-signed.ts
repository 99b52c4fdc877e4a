import type { Log } from '@kitestring/base/log.ts';
import type { Read } from '@kitestring/hub-contract/read-message.ts';
import { readSignedRequest, type SignedRequestName } from '@kitestring/hub-contract/signed-request.ts';
import { HUB_QUEUE, SUBJECTS, sidOfSubject } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Static, TSchema } from 'typebox';
import type { HubDeps } from '../hub-deps.ts';
import type { Stations } from '../registry/stations.ts';

interface ServeDeps extends Pick<HubDeps, 'budgets'> {
  readonly connection: NatsConnection;
  readonly stations: Pick<Stations, 'get' | 'load'>;
  readonly log: Log;
}

/** Answers a request type of the stations. Each request is signed with the station’s current key, so that a compromised broker cannot forge one. */
export function serveSigned<Schema extends TSchema>(
  { budgets, connection, log, stations }: ServeDeps,
  name: SignedRequestName,
  schema: Schema,
  answer: (sid: string, request: Read<Static<Schema>>) => Promise<Uint8Array>,
): void {
  const read = async (sid: string, data: Uint8Array) => {
    // Another replica may just have enrolled it.
    const station = stations.get(sid) ?? (await stations.load(sid));
    const key = station?.revokedMs === undefined ? station?.key : undefined;
    return readSignedRequest(schema, name, { sid, key }, data);
  };
  connection.subscribe(SUBJECTS.hub('*', name), {
    queue: HUB_QUEUE,
    callback: (fault, message) => {
      const sid = sidOfSubject(message.subject) ?? '';
      if (fault !== null || !budgets.take(sid, { data: message.data, isRequest: true })) return;
      read(sid, message.data)
        .then((request) => {
          if (!request.ok)
            log.warn({ sid, request: name, fault: request.message }, 'a request of a station is refused');
          return answer(sid, request);
        })
        .then(
          (bytes) => message.respond(bytes),
          // Without an answer the station repeats its request.
          (error: unknown) => log.error({ err: error, sid, request: name }, 'a request of a station was not answered'),
        );
    },
  });
}
