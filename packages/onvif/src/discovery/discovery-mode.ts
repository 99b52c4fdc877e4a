import type { OnvifStation } from '../onvif-station.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import { Discovery } from './discovery.ts';

const DOCUMENT = 'onvif.discovery_mode';

interface DiscoveryModeOptions extends Omit<Parameters<typeof Discovery.open>[0], 'isDiscoverable'> {
  readonly documents: OnvifStation['documents'];
}

/** Whether the device may be discovered: by the station's settings, and then as administrators of the camera wish. */
export class DiscoveryMode implements AsyncDisposable {
  readonly #options: DiscoveryModeOptions;
  #discovery: Discovery | undefined;

  constructor(options: DiscoveryModeOptions) {
    this.#options = options;
  }

  /** A device that cannot be discovered is one that is added by hand: the reason is logged. */
  async open(address: Parameters<typeof Discovery.open>[1]): Promise<void> {
    const { log } = this.#options;
    try {
      this.#discovery = await Discovery.open({ ...this.#options, isDiscoverable: () => this.#isWanted }, address);
    } catch (error) {
      log.warn({ err: error }, 'WS-Discovery is not available: add the camera by its address');
    }
  }

  /** Port of the datagrams; undefined while it is off. */
  get port(): number | undefined {
    return this.#discovery?.port;
  }

  get isDiscoverable(): boolean {
    return this.#discovery !== undefined && this.#isWanted;
  }

  /** @throws SoapFault where it is off for the station */
  async setDiscoverable(isWanted: boolean): Promise<void> {
    if (this.#discovery === undefined && isWanted)
      throw new SoapFault('Sender', 'OperationProhibited', 'discovery is off for this station: see onvif.discovery');
    if (isWanted === this.#isWanted) return;
    // While the mode still is the old one a question is answered by it.
    await this.#discovery?.announce(isWanted ? 'Hello' : 'Bye');
    this.#options.documents.set(DOCUMENT, isWanted ? undefined : JSON.stringify('NonDiscoverable'));
  }

  /** Tells that scopes have changed. */
  async announceChange(): Promise<void> {
    if (this.isDiscoverable) await this.#discovery?.announce('Hello');
  }

  /** Leaves, and comes again. */
  async announceAgain(): Promise<void> {
    if (this.isDiscoverable) await this.#discovery?.announce('Bye');
    await this.announceChange();
  }

  get #isWanted(): boolean {
    const kept = this.#options.documents.get(DOCUMENT);
    return kept === undefined || kept === '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#discovery?.[Symbol.asyncDispose]();
  }
}
