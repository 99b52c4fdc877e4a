import { Beat } from '@kitestring/hub-contract/beat.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { BEATS } from '@kitestring/hub-contract/streams.ts';
import { SUBJECTS, sidOfSubject } from '@kitestring/hub-contract/subjects.ts';
import { jetstreamManager } from '@nats-io/jetstream';
import type { HubDeps } from '../hub-deps.ts';
import { isSilent } from './presence.ts';

type BeatSource = Pick<HubDeps, 'connection' | 'presence' | 'stations' | 'nowMs' | 'log'>;

/** Reads the newest beat of every station from the broker, so that a new replica knows at once which are online. */
export async function restoreBeats({ connection, log, nowMs, presence, stations }: BeatSource): Promise<void> {
  try {
    const { direct } = await jetstreamManager(connection);
    const messages = await direct.getLastMessagesFor(BEATS.name, { multi_last: [SUBJECTS.beat('*')] });
    for await (const { data, subject, time } of messages) {
      const sid = sidOfSubject(subject) ?? '';
      const read = readMessage(Beat, data);
      if (!read.ok || stations.get(sid)?.revokedMs !== undefined || stations.get(sid) === undefined) continue;
      const receivedMs = Math.min(nowMs(), time.getTime());
      // The broker keeps beats for an hour: a start of this replica must not make a silent station online.
      if (!isSilent(read.value, receivedMs, nowMs())) presence.beat(sid, read.value, receivedMs);
    }
  } catch (error) {
    // The very first replica finds no stream. For more than a thousand stations this takes too long, but they beat
    // within seconds.
    log.debug({ err: error }, 'the newest beats could not be read; stations are shown when they beat');
  }
}
