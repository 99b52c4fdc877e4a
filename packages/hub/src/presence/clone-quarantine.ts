import { Quarantine } from '@kitestring/hubcontract/quarantine.ts';
import { messageBytes } from '@kitestring/hubcontract/read-message.ts';
import { SUBJECTS } from '@kitestring/hubcontract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Presence } from './presence.ts';

export const CLONED = 'two services use this identity; stop one of them, or enrol it as a station of its own';

/** Tells the second of two services under one identity to end its link, as often as it beats. */
export function quarantineClones(deps: {
  readonly connection: Pick<NatsConnection, 'publish'>;
  readonly presence: Presence;
}): void {
  deps.presence.onChange(({ secondBoot: boot, sid, state }) => {
    if (state !== 'cloned' || boot === undefined) return;
    deps.connection.publish(
      SUBJECTS.request(sid, 'quarantine'),
      messageBytes(Quarantine, { v: 1, boot, message: CLONED }),
    );
  });
}
