import { useEffect } from 'react';
import { useReading } from '../station/use-reading.ts';
import { followPosition } from './operator-position.ts';
import { useControl } from './use-control.ts';

/** Rules change with the settings of the station, not in a flight. */
const ASK_EVERY_MS = 60_000;

/** Tells the desk which Remote ID rule is in force, and, where one is and the operator agrees, where the browser is. */
export function useOperatorPosition(): void {
  const { desk, mode, operator } = useControl();
  const { value: info } = useReading((client) => client.system.getSystemInfo(), { everyMs: ASK_EVERY_MS });
  const said = info?.drone_id?.regulatory_mode;
  useEffect(() => desk.ruled(said), [desk, said]);
  const isWanted = operator.sharesPosition && mode === 'US_REMOTE_ID_STANDARD';
  useEffect(() => {
    if (!isWanted) return;
    return followPosition((position) => desk.located(position));
  }, [desk, isWanted]);
}
