import { MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import {
  type MavlinkCommandSender,
  type MavlinkIds,
  type MavlinkLink,
  MessageIntervals,
  requestMessage,
} from '@kitestring/mavlink-link';
import { askAgain } from '../ask-again.ts';

const RATES = { WINCH_STATUS: 2 } as const;

/** Asks the autopilot, and winches that are components of their own, for the line. @returns what keeps it coming */
export async function findWinches(
  link: MavlinkLink,
  commands: MavlinkCommandSender,
  autopilot: MavlinkIds,
  isEnded: () => boolean,
): Promise<readonly MessageIntervals[]> {
  const own = link.watch.all.filter(
    ({ heartbeat, system }) => system === autopilot.system && heartbeat.type === MAV_TYPE.WINCH,
  );
  const asked = [autopilot, ...own].map(async ({ component, system }) => {
    const target = { system, component };
    const reply = await askAgain(link.clock, isEnded, async () => {
      const { outcome } = await requestMessage(link, commands, { target, name: 'WINCH_STATUS' });
      return outcome === 'Silent' ? undefined : outcome;
    });
    return reply === 'Received' ? [new MessageIntervals(link, commands, target, RATES)] : [];
  });
  return (await Promise.all(asked)).flat();
}
