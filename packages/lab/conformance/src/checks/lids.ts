import { isInstallation } from '@kitestring/station-contract/system/system-info.ts';
import { type ContractCheck, checksAt, decided, NotApplicableFault, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import { stateWithin } from '../station/moments.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

const moving = checksAt('control');

/** Lids move for 8 s. */
const MOVE_S = 20;
const SHORTEST_MOVE_S = 3;
const TRIES = 4;
const IDS = { Opened: 'system.control.open_rtb_lids', Closed: 'system.control.close_rtb_lids' } as const;

/** Whether the installation has lids. */
export async function hasLids(station: StationUnderTest): Promise<boolean> {
  const { installation } = await station.read('system.info');
  return isInstallation(String(installation), 'Rooftop Box');
}

/** Moves them to an end. @returns whether the movement could be seen as soon as the command was answered */
async function movesTo(
  expect: Expectations,
  station: StationUnderTest,
  end: keyof typeof IDS,
  moving: string,
): Promise<boolean> {
  const { rtb_lids_state: before } = await station.read('system.state');
  const beganS = await station.nowS();
  const answer = await station.ask(IDS[end]);
  expect.needs(answer.status === 202, `the command must be 202, got ${answer.status}`, answer.exchange);
  judgeDone(expect, answer, 202);
  const { rtb_lids_state: lids } = await station.read('system.state');
  const isAtOnce = before !== end && (await station.nowS()) - beganS < SHORTEST_MOVE_S;
  expect.oneOf(lids, isAtOnce ? [moving] : [moving, end], 'rtb_lids_state right after the command');
  const { state } = await stateWithin(station, 'system.state', MOVE_S, ({ rtb_lids_state: now }) => now === end);
  expect.equal(state.rtb_lids_state, end, 'rtb_lids_state in the end');
  return isAtOnce;
}

export const LIDS_CHECKS: readonly ContractCheck[] = [
  moving(
    'system.lids.open-and-close',
    'Lids open and close by command; the state shows the movement as soon as the command is answered.',
    published('POST /v1/system/control/open_rtb_lids, 202'),
    async (expect, station) => {
      station.operation(IDS.Opened);
      if (!(await hasLids(station))) throw new NotApplicableFault('the installation has no lids');
      const { flight_state: flight } = await station.read('flight.state');
      if (flight !== 'StandBy') throw new NotApplicableFault(`the Kite is in ${String(flight)}`);
      // On a stalled machine they may have moved already.
      for (let isAtOnce = false, tries = 0; !isAtOnce && tries < TRIES; tries += 1) {
        const opened = await movesTo(expect, station, 'Opened', 'Opening');
        isAtOnce = (await movesTo(expect, station, 'Closed', 'Closing')) && opened;
      }
    },
  ),
  moving(
    'system.lids.without-a-box',
    'Without a Rooftop Box the commands for lids are 400.',
    decided('Requests and errors'),
    async (expect, station) => {
      station.operation(IDS.Opened);
      if (await hasLids(station)) throw new NotApplicableFault('the installation has lids');
      for (const id of Object.values(IDS)) judgeRefusal(expect, await station.ask(id), 400, ['NO_ROOFTOP_BOX']);
    },
  ),
];
