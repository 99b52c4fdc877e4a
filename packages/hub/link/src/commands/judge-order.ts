import type { CommandReply, HubCommand } from '@kitestring/hub-contract/command.ts';
import type { BeatLog } from '../beat-log.ts';

type Refusal = Extract<CommandReply, { readonly error: unknown }>;
export type Bound = Pick<HubCommand, 'id' | 'sid' | 'boot' | 'beat' | 'maxAgeMs'>;

interface Bounds {
  readonly sid: string;
  readonly boot: string;
  readonly beats: Pick<BeatLog, 'ageMs'>;
  /** The clock that times the beats. */
  readonly nowMs: number;
}

/**
 * Safety: a command is executed only while it is young, measured by this station’s own clock from the beat that it
 * names. A delayed or
 * repeated one is refused, and so is one for another boot.
 * @returns the reason for refusing it; undefined when it may be executed
 */
export function judgeOrder({ beat, boot, id, maxAgeMs, sid }: Bound, own: Bounds): Refusal | undefined {
  if (sid !== own.sid) return refused(id, 'OTHER_STATION', `it is for ${sid}, this is ${own.sid}`);
  if (boot !== own.boot) return refused(id, 'STATION_RESTARTED', 'the station has started again since that beat');
  const ageMs = own.beats.ageMs(beat, own.nowMs);
  if (ageMs === undefined) return refused(id, 'COMMAND_TOO_LATE', `beat ${beat} is not one of the newest`);
  if (ageMs <= maxAgeMs) return undefined;
  const age = Math.ceil(ageMs);
  return { ...refused(id, 'COMMAND_TOO_LATE', `beat ${beat} is ${age} ms old, at most ${maxAgeMs} ms`), ageMs: age };
}

export const refused = (id: string, error: Refusal['error'], message: string): Refusal => ({
  v: 1,
  id,
  error,
  message: message.slice(0, 500),
});
