import type { OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import type { OnvifReply } from '../reply.ts';
import type { Markup } from '../soap/markup.ts';
import { EVENT_QUIRKS } from './event-quirks.ts';
import { CLOCK_OFF, MESSAGE_QUIRKS, notUtf8 } from './message-quirks.ts';
import { PTZ_QUIRKS } from './ptz-quirks.ts';
import type { Quirk, QuirkContext } from './quirk.ts';

const QUIRKS: Readonly<Record<OnvifQuirkName, () => Quirk>> = { ...PTZ_QUIRKS, ...MESSAGE_QUIRKS, ...EVENT_QUIRKS };

/** Bugs of real cameras that this one has now. */
export class ActiveQuirks {
  readonly #names: () => ReadonlySet<OnvifQuirkName>;
  /** Each remembers since it was switched on. */
  readonly #quirks = new Map<OnvifQuirkName, Quirk>();

  constructor(names: () => ReadonlySet<OnvifQuirkName>) {
    this.#names = names;
  }

  has(name: OnvifQuirkName): boolean {
    return this.#names().has(name);
  }

  /** Whether there is none: most requests need nothing of this. */
  get isEmpty(): boolean {
    if (this.#names().size > 0) return false;
    this.close();
    return true;
  }

  /** Ends all; those that are still switched on begin again with the next request. */
  close(): void {
    for (const name of [...this.#quirks.keys()]) this.#end(name);
  }

  /** Answers in place of the camera; undefined: as always. */
  receive(context: QuirkContext): OnvifReply | undefined {
    for (const { receive } of this.#active()) {
      const reply = receive?.(context);
      if (reply !== undefined) return reply;
    }
    return undefined;
  }

  /** Content of the answer in place of what is asked; undefined: as always. @throws SoapFault */
  async carryOut(context: QuirkContext): Promise<Markup | undefined> {
    for (const { carryOut } of this.#active()) {
      const answer = await carryOut?.(context);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  write(text: string, context: QuirkContext): string | Uint8Array {
    const written = this.#active().reduce((now, { write }) => write?.(now, context) ?? now, text);
    const isBad = this.has('bad_utf8') && context.operation === 'tds:GetDeviceInformation';
    return isBad ? notUtf8(written) : written;
  }

  /** How late the clock of the camera is, milliseconds. */
  get clockLateMs(): number {
    return this.has('clock_off') ? CLOCK_OFF.lateUs / 1000 : 0;
  }

  /** How old a token may be, milliseconds; undefined: as always. */
  get tokenToleranceMs(): number | undefined {
    return this.has('clock_off') ? CLOCK_OFF.toleranceMs : undefined;
  }

  #active(): readonly Quirk[] {
    const names = this.#names();
    for (const name of this.#quirks.keys()) if (!names.has(name)) this.#end(name);
    for (const name of names) if (!this.#quirks.has(name)) this.#quirks.set(name, QUIRKS[name]());
    return [...this.#quirks.values()];
  }

  #end(name: OnvifQuirkName): void {
    this.#quirks.get(name)?.close?.();
    this.#quirks.delete(name);
  }
}
