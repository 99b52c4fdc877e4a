import type { RequestListener } from 'node:http';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { InProcessClient } from '@kitestring/web/listen';
import type { Core } from '../core.ts';
import { rememberSigning, storedTimestamp } from './signing-memory.ts';
import { StationClient } from './station-client.ts';
import { vehicleStation } from './vehicle-station.ts';

interface MavlinkDeps {
  readonly core: Core;
  readonly station: Station;
  /** Handler of the station's API. */
  readonly apiListener: RequestListener;
}

/**
 * Offers the aircraft as a MAVLink vehicle; undefined where no address is set. Its code is loaded here: a station without MAVLink never
 * loads it. @throws SettingsFault for an address that cannot be used
 */
export async function startMavlink({ apiListener, core, station }: MavlinkDeps): Promise<AsyncDisposable | undefined> {
  const { address: text, persona, signingPassphrase: passphrase, system } = core.settings.mavlink ?? {};
  if (text === undefined || persona === undefined || system === undefined) return undefined;
  // Every program on the link may fly.
  if (core.world.simulation === undefined) throw new SettingsFault('mavlink.address', 'for simulated aircraft only');
  const [{ addressFaultText, parseAddress, passphraseKey, TransportFault }, { MavlinkVehicle }] = await Promise.all([
    import('@kitestring/mavlink-link'),
    import('@kitestring/mavlink-vehicle'),
  ]);
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new SettingsFault('mavlink.address', addressFaultText(parsed.fault));
  const client = new StationClient({
    name: 'MAVLink',
    session: 'vehicle',
    document: 'mavlink.client',
    auth: station.auth,
    documents: core.store.documents,
    api: new InProcessClient(apiListener),
    apiVersion: core.settings.apiVersion,
  });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => client.stop());
  try {
    const { systemClock: clock, bugs } = core;
    const { documents } = core.store;
    const given = { station: vehicleStation(station, client), persona, system, clock, onBug: bugs.report };
    const key = () => ({ key: passphraseKey(passphrase ?? ''), last: storedTimestamp(documents) });
    const signing = passphrase === undefined ? {} : { signing: key() };
    const vehicle = cleanup.use(await MavlinkVehicle.open(parsed.address, { ...given, ...signing }));
    if (vehicle.signing !== undefined) cleanup.use(rememberSigning(vehicle.signing, documents, clock));
    core.log.info(
      { address: text, persona, isSigned: passphrase !== undefined },
      'the aircraft is offered as a MAVLink vehicle',
    );
    return cleanup.move();
  } catch (error) {
    if (error instanceof TransportFault) throw new SettingsFault('mavlink.address', error.message, { cause: error });
    throw error;
  }
}
