import { type ContractCheck, isWithin } from '../../src/check.ts';
import { recordings } from '../../src/checks/params.ts';
import { runCheck } from '../../src/conform.ts';
import { stateWithin } from '../../src/station/moments.ts';
import { landed } from '../../src/station/safe-end.ts';
import type { StationUnderTest } from '../../src/station/station-under-test.ts';
import type { GeneratedDefect } from './generated-defect.ts';
import { behind, everyCheck, isOfFlight, type PacedStation, speedAt, stationAt } from './proxied-run.ts';
import { levelAt, type Stage } from './stages.ts';
import type { Traces } from './traces.ts';

/** A check that takes longer than this is run after the others: most defects are found by then. */
const SLOW_MS = 1000;
/** Reasons that are those of a busy machine. */
const HURRIED = /too slow|does not answer now|than this machine/;
const FREE_WITHIN_S = 90;
const TAKE_OFF_S = 90;
const GET_THERE_S = 90;
/** Altitude of a Kite that waits for the checks in the air: below all their targets. */
const WAITING_M = 4;

/** Checks of the flight that only need a flying Kite. */
const IN_THE_AIR =
  /^flight\.(refused-in-flying|altitude(\.|$)(?!limits-in-standby)|soft-max\.lowers|pan\.|lids-stay-open|abort\.stops)/;

/** Judges generated defects on one station: each only by related checks, until one fails. */
export class Examiner {
  /** Whether a check was left out because the machine was too busy for it. */
  isHurried = false;
  readonly #station: PacedStation;
  readonly #traces: Traces;

  constructor(station: PacedStation, traces: Traces) {
    this.#station = station;
    this.#traces = traces;
  }

  /**
   * On a busy machine a check may fail without a defect: a failure counts if it occurs again with the defect, and not
   * without it. Checks
   * of a flight cannot be repeated alone.
   * @returns the id of the check that has found it; undefined if none did
   */
  async caughtBy(defect: GeneratedDefect, stage: Stage): Promise<string | undefined> {
    const all = this.#checksAt(stage, defect);
    if (stage === 'air' && all.length > 0) await this.#directly((direct) => airborne(direct));
    for (let left = all; left.length > 0; ) {
      const found = await this.#firstFailed(left, stage, defect);
      if (found === undefined || stage === 'air' || stage === 'flight') return found?.id;
      if (await this.#isSo(found, all, stage, defect)) return found.id;
      left = left.slice(left.indexOf(found) + 1);
    }
    return undefined;
  }

  async #isSo(
    found: ContractCheck,
    all: readonly ContractCheck[],
    stage: Stage,
    defect: GeneratedDefect,
  ): Promise<boolean> {
    const fails = async (checks: readonly ContractCheck[], changed?: GeneratedDefect) =>
      (await this.#firstFailed(checks, stage, changed)) === found;
    // The effect of a defect may depend on earlier requests.
    const isAgain = (await fails([found], defect)) || (await fails(all.slice(0, all.indexOf(found) + 1), defect));
    return isAgain && !((await fails([found])) && (await fails([found])));
  }

  async #firstFailed(
    checks: readonly ContractCheck[],
    stage: Stage,
    defect?: GeneratedDefect,
  ): Promise<ContractCheck | undefined> {
    const level = levelAt(stage);
    const change = defect?.make({ speed: speedAt(level) }) ?? {};
    const found = await behind(this.#station, { change, level }, async (station) => {
      for (const check of checks) {
        const { outcome, reason = '' } = await runCheck(check, station, () => true);
        if (outcome === 'failed') return check;
        this.isHurried ||= outcome === 'skipped' && HURRIED.test(reason);
      }
      return undefined;
    });
    if (stage !== 'read') await this.#directly((direct) => restored(direct, stage));
    return found;
  }

  /** All related checks, those of its operation and fast ones first; the whole flight in its order. */
  #checksAt(stage: Stage, { hasVideo, id: name, touches }: GeneratedDefect): readonly ContractCheck[] {
    const checks = everyCheck();
    if (stage === 'flight') return checks.filter(isOfFlight);
    if (stage === 'air') return checks.filter(({ id }) => IN_THE_AIR.test(id));
    const touching = checks.filter(
      (check) =>
        isWithin(check.level, levelAt(stage)) &&
        !isOfFlight(check) &&
        (this.#traces[check.id]?.keys ?? []).some(touches),
    );
    const isSlow = ({ id }: ContractCheck) => (this.#traces[id]?.tookMs ?? 0) > SLOW_MS;
    const target = name.slice(name.indexOf(':') + 1);
    // Recordings are made, used and deleted in the order of the catalogue.
    const isOwn = ({ id }: ContractCheck) => !hasVideo && target.startsWith(id.split('.').slice(0, 2).join('.'));
    const quick = touching.filter((check) => !isSlow(check));
    return [...quick.filter(isOwn), ...quick.filter((check) => !isOwn(check)), ...touching.filter(isSlow)];
  }

  /** Bypasses the proxy: no defect may affect the next run. */
  async #directly(act: (direct: StationUnderTest) => Promise<void>): Promise<void> {
    await using direct = stationAt(this.#station.url, this.#station.key, 'flight');
    await act(direct);
  }
}

/** Brings the Kite to the start position of the checks in the air. @throws Error if it does not get there */
async function airborne(direct: StationUnderTest): Promise<void> {
  const flies = async (withinS: number) =>
    (await stateWithin(direct, 'flight.state', withinS, ({ flight_state: now }) => now === 'Flying')).isThere;
  const { flight_state: state } = await direct.read('flight.state');
  if (state !== 'Flying' && !(await landed(direct))) throw new Error('the Kite does not land');
  if (state !== 'Flying') await direct.ask('flight.control.take_off');
  if (!(await flies(TAKE_OFF_S))) throw new Error('the Kite does not take off');
  await direct.ask('flight.control.abort');
  await direct.ask('flight.control.altitude', { json: { altitude: WAITING_M } });
  const { isThere } = await stateWithin(
    direct,
    'flight.state',
    GET_THERE_S,
    ({ altitude, is_rotating: isRotating }) => Math.abs(Number(altitude) - WAITING_M) < 0.5 && isRotating !== true,
  );
  if (!isThere) throw new Error('the Kite does not get to where it waits');
}

async function restored(direct: StationUnderTest, stage: Stage): Promise<void> {
  if (levelAt(stage) === 'flight' && stage !== 'air' && !(await landed(direct)))
    throw new Error('the Kite does not land');
  await stateWithin(direct, 'handoff.state', FREE_WITHIN_S, ({ controlling_client: holder }) => holder === null);
  const { altitude_hard_max: altitude } = await direct.read('flight.info');
  await direct.ask('flight.control.altitude_soft_max', { json: { altitude } });
  await direct.ask('camera.control.rotate_to_angle', { json: { tilt_ned: 0 } });
  const { is_recording: isRecording } = (await direct.ask('recordings.state')).object;
  if (isRecording === true) await direct.ask('recordings.control.stop');
  for (const { recording_id: id } of await recordings(direct))
    await direct.ask('recordings.delete', { params: { recording_id: decodeURIComponent(id) } });
}
