import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AircraftInspector, type InspectedAircraft } from '@kitestring/aircraft-mavlink';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { MavlinkLink, parseAddress } from '@kitestring/mavlink-link';
import { startTestStation } from './support/test-station.ts';

const OUR_IDS = { system: 255, component: 190 };

/** The inspector, and at the other end of its link the simulated aircraft with the manners of an autopilot. */
async function inspecting(persona: 'ardupilot' | 'px4', cleanup: AsyncDisposableStack): Promise<AircraftInspector> {
  const parsed = parseAddress('udp-listen://127.0.0.1:0');
  assert.ok(parsed.ok);
  const clock = cleanup.adopt(new RealTimeClock(), (it) => it.stop());
  let port: number | undefined;
  const open: Parameters<typeof AircraftInspector.over>[0] = async (options) => {
    const link = await MavlinkLink.open(parsed.address, options);
    port = link.transportState.state === 'Open' ? link.transportState.boundTo : undefined;
    return link;
  };
  const inspector = cleanup.use(await AircraftInspector.over(open, { clock, ids: OUR_IDS, ceilingM: 45 }));
  cleanup.use(await startTestStation({ mavlink: { address: `udp://127.0.0.1:${port}`, persona, system: 1 } }));
  return inspector;
}

const names = (found: InspectedAircraft, state: string) =>
  found.found === 'Aircraft'
    ? found.settings.filter((setting) => setting.state === state).map(({ rule }) => rule.name)
    : assert.fail(found.reason);

describe('the settings of the simulated aircraft', () => {
  for (const [persona, name, ofLoss] of [
    ['ardupilot', 'ArduCopter-1', 'FS_GCS_ENABLE'],
    ['px4', 'PX4-1', 'NAV_DLL_ACT'],
  ] as const) {
    it(`as ${persona} are all there, unsafe as the autopilot comes, and safe when the wanted ones are written`, async () => {
      await using cleanup = new AsyncDisposableStack();
      const inspector = await inspecting(persona, cleanup);
      const found = await inspector.inspect();
      assert.ok(found.found === 'Aircraft');
      assert.equal(found.name, name);
      assert.deepEqual([names(found, 'Absent'), names(found, 'Silent')], [[], []]);
      const unsafe = names(found, 'Unsafe');
      assert.ok(unsafe.includes(ofLoss), unsafe.join());
      assert.equal(inspector.isArmed, false);
      const written = await inspector.write(found.settings);
      assert.deepEqual(
        written.map(({ name: each, outcome }) => [each, outcome]),
        unsafe.map((each) => [each, 'Written']),
      );
      const now = await inspector.readAgain();
      assert.deepEqual(
        now.filter(({ state }) => state !== 'Safe'),
        [],
      );
    });
  }
});
