import assert from 'node:assert/strict';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type MavlinkLink, Parameters } from '@kitestring/mavlink-link';
import type { PersonaName } from '@kitestring/mavlink-vehicle';
import { startStationIn } from '../../src/start.ts';
import type { World } from '../../src/worlds/world.ts';
import { JoinedPersona } from './join-persona.ts';
import { PATIENT_DEADLINES, settingsWith, startTestStation, type TestStation } from './test-station.ts';

/** A station with a real aircraft, as far as it knows. */
interface StationOnPersona extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** The station whose simulated aircraft that is. */
  readonly behind: TestStation;
  /** Notes of the driver. */
  readonly texts: readonly string[];
}

/** Times real time: at more, a busy machine sends an order after what it was meant for. */
const SPEED = 10;
/** A case on the ground: a real aircraft has no lids that open. */
const installation = 'Tray Mount';

/** A station whose aircraft is, over MAVLink, the simulated one of another station, in the time of its simulation, which runs. */
export async function stationOnPersona(persona: PersonaName): Promise<StationOnPersona> {
  await using cleanup = new AsyncDisposableStack();
  const simulation = { speed: SPEED, windSpeedMps: 0 };
  const behind = cleanup.use(await startTestStation({ simulation, station: { installation }, start: { drive: true } }));
  const { clock } = behind.running.world;
  const { aircraft } = cleanup.use(
    await JoinedPersona.of(behind.station, persona, clock, { prepare: (link) => makeSafe(link, persona) }),
  );
  const texts: string[] = [];
  aircraft.onNote(({ text }) => void texts.push(text));
  await heard(aircraft);
  const folder = cleanup.use(new TestFolder()).path;
  const world: World = { aircraft, clock, scene: () => assert.fail('no synthetic picture') };
  const running = cleanup.use(
    await startStationIn(() => world, settingsWith({ station: { installation } }, folder), {
      log: SILENT_LOG,
      deadlines: PATIENT_DEADLINES,
    }),
  );
  const owned = cleanup.move();
  return { url: running.url, folder, behind, texts, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Failsafes without which the station does not take off, as an operator sets them once. */
const SAFE: Readonly<Record<PersonaName, Readonly<Record<string, number>>>> = {
  generic: {},
  px4: { NAV_DLL_ACT: 3 },
  ardupilot: { FS_GCS_ENABLE: 5 },
};

async function makeSafe(link: MavlinkLink, persona: PersonaName): Promise<void> {
  const parameters = new Parameters(link, { system: 1, component: 1 }, persona === 'px4' ? 'Bytes' : 'Numbers');
  for (const [name, value] of Object.entries(SAFE[persona])) {
    assert.equal((await parameters.set(name, value)).outcome, 'Done', name);
  }
}

/** Resolves when the driver knows what it flies. */
function heard(aircraft: JoinedPersona['aircraft']): Promise<void> {
  return new Promise((resolve) => {
    const cancel = aircraft.onSample(() => {
      if (aircraft.session?.gimbal === undefined) return;
      cancel();
      resolve();
    });
  });
}
