import type { ReplayChange, ReplayState } from '@kitestring/contract/replay/replay-state.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useCommand } from '../station/use-command.ts';
import { useSharedReading } from '../station/use-reading.ts';

/** Often enough for a time that is read in seconds. */
const REPLAY: SharedReadingDefinition<ReplayState> = { read: ({ replay }) => replay.getReplay(), pauseMs: 1000 };

/** The replay that this station serves, and how it is controlled. */
export function useStationReplay() {
  const { again, value } = useSharedReading(REPLAY);
  const { send, trouble } = useCommand((client, change: ReplayChange) => client.replay.setReplay(change));
  const change = (asked: ReplayChange) => void send(asked).then(again);
  return { replay: value, change, trouble };
}
