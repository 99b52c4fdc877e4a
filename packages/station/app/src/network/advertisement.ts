interface AdvertisementOptions {
  /** First label of the host name, and name of the service. */
  readonly gsName: string;
  readonly port: number;
  readonly apiVersion: string;
  readonly simulated: boolean;
  /** Interfaces or addresses to advertise on; all when absent. */
  readonly interfaces?: readonly string[];
}

const SERVICE_TYPE = 'kitestring';

/**
 * Advertises the station by multicast DNS (RFC 6762, RFC 6763): `<gsName>._kitestring._tcp.local`. The library handles
 * name conflicts and interfaces that come and go.
 */
export async function advertise(options: AdvertisementOptions): Promise<AsyncDisposable & { readonly name: string }> {
  // Loaded on demand: most stations do not advertise, and loading takes a while.
  const { getResponder } = await import('@homebridge/ciao');
  const responder = getResponder(options.interfaces === undefined ? {} : { interface: [...options.interfaces] });
  const service = responder.createService({
    name: options.gsName,
    type: SERVICE_TYPE,
    port: options.port,
    txt: { api: '/api', api_version: options.apiVersion, simulated: String(options.simulated) },
  });
  await service.advertise();
  return {
    name: service.getFQDN(),
    [Symbol.asyncDispose]: async () => {
      await service.end();
      await responder.shutdown();
    },
  };
}
