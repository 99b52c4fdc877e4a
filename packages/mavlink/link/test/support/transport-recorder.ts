import type { TransportEvents, TransportState } from '../../src/transport/mavlink-transport.ts';

/** Events of a transport for tests: everything is recorded, and can be awaited. */
export class TransportRecorder implements TransportEvents {
  readonly received: string[] = [];
  readonly states: TransportState['state'][] = [];
  readonly left: string[] = [];
  /** Whether bytes count as a valid packet. */
  isValid: (text: string) => boolean = () => true;
  readonly #waiting = new Set<() => void>();

  onBytes(bytes: Uint8Array, peer: string): boolean {
    const text = Buffer.from(bytes).toString('latin1');
    this.received.push(`${peer} ${text}`);
    this.#wake();
    return this.isValid(text);
  }

  onPeerLeft(peer: string): void {
    this.left.push(peer);
    this.#wake();
  }

  onState({ state }: TransportState): void {
    this.states.push(state);
    this.#wake();
  }

  /** Resolves when the condition holds; it is looked at after each event. */
  async when(condition: (recorder: this) => boolean): Promise<void> {
    while (!condition(this)) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** All text from all peers, joined. */
  get text(): string {
    return this.received.map((line) => line.slice(line.indexOf(' ') + 1)).join('');
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
