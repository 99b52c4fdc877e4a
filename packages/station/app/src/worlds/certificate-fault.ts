import type { Cancel } from '@kitestring/base/clock.ts';
import type { SimulatedWorldControl } from '@kitestring/station-api/api/sim/simulated-world-control.ts';
import type { Network } from '@kitestring/web/listen';
import { certificateNames } from '@kitestring/web/tls/certificate-names.ts';
import { newPrivateKey, selfSignedCertificate } from '@kitestring/web/tls/self-signed.ts';
import type { ServerCertificate } from '@kitestring/web/tls/server-certificate.ts';
import type { Core } from '../core.ts';

type WireFaults = Pick<SimulatedWorldControl, 'wireFaults'>;

export const hasOtherCertificate = (simulation: WireFaults | undefined): boolean =>
  simulation?.wireFaults.active().some(({ kind }) => kind.type === 'certificate_change') === true;

/** Serves another certificate while a fault requires it, also after a restart. Releases what faults delay when it is cancelled. */
export function watchCertificateFault(
  { certificate, core }: { readonly core: Core; readonly certificate: ServerCertificate },
  simulation: WireFaults,
  network: Pick<Network, 'renewTls'>,
): Cancel {
  const { wireFaults } = simulation;
  const change = async () => {
    const key = newPrivateKey();
    const nowMs = core.systemClock.nowUs() / 1000;
    const cert = await selfSignedCertificate({ key, names: certificateNames(core.settings), nowMs });
    if (hasOtherCertificate(simulation)) network.renewTls({ key, cert });
  };
  const cancel = wireFaults.watch(async ({ isActive, kind }) => {
    if (kind.type !== 'certificate_change') return;
    if (isActive) await change();
    else if (!hasOtherCertificate(simulation)) network.renewTls(certificate.current.pair);
  });
  if (hasOtherCertificate(simulation)) void change();
  return () => {
    cancel();
    wireFaults.letGo();
  };
}
