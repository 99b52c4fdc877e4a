import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import type { Core } from '../core.ts';

const NAME = 'ground.listen';

/**
 * Offers winch, supply and box of the simulated aircraft to another station; nothing where no address is set. Its code is loaded here. The
 * box is no part of the computer of the Ground Station, and works on while that restarts.
 * @throws SettingsFault for an address that cannot be used
 */
export async function offerBox(core: Core, cleanup: AsyncDisposableStack): Promise<void> {
  const text = core.settings.ground?.listen;
  if (text === undefined) return;
  const { simulation } = core.world;
  if (simulation === undefined) throw new SettingsFault(NAME, 'for simulated aircraft only');
  const [{ addressFaultText, parseAddress, TransportFault }, { BoxServer }, { SimulatedBox }] = await Promise.all([
    import('@kitestring/mavlink-link'),
    import('@kitestring/aircraft-ground'),
    import('./simulated-box.ts'),
  ]);
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new SettingsFault(NAME, addressFaultText(parsed.fault));
  if (parsed.address.kind !== 'tcp-listen' && parsed.address.kind !== 'serial')
    throw new SettingsFault(NAME, `scheme: got "${parsed.address.kind}"; try tcp-listen://127.0.0.1:5790`);
  let newest: AircraftSample | undefined;
  cleanup.defer(
    simulation.aircraft.onSample((sample) => {
      newest = sample;
    }),
  );
  const box = new SimulatedBox(simulation.aircraft, () => newest);
  try {
    const server = cleanup.use(await BoxServer.open(parsed.address, box, core.systemClock));
    core.log.info({ address: text, port: server.port }, 'the box is offered as ground equipment');
  } catch (error) {
    if (error instanceof TransportFault) throw new SettingsFault(NAME, error.message, { cause: error });
    throw error;
  }
}
