import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import type { Persona } from '../personas/persona.ts';

type Parameter = (name: string) => number | undefined;

/** Ground stations by their heartbeats, and what the autopilot does without them. */
export class LinkFailsafe {
  readonly #persona: Persona;
  readonly #parameter: Parameter;
  /** Latest heartbeat of each ground station, by system. */
  readonly #heardUs = new Map<number, number>();
  #isTriggered = false;

  constructor(persona: Persona, parameter: Parameter) {
    this.#persona = persona;
    this.#parameter = parameter;
  }

  take(message: Message, nowUs: number): void {
    if (message.name === 'HEARTBEAT' && message.fields.type === MAV_TYPE.GCS) this.#heardUs.set(message.system, nowUs);
  }

  /** A ground station sends its heartbeat once a second. */
  isHeard(system: number, nowUs: number): boolean {
    return nowUs - (this.#heardUs.get(system) ?? Number.NEGATIVE_INFINITY) < 5e6;
  }

  /** Time since any ground station was heard, microseconds; infinite where none ever was. */
  silentUs(nowUs: number): number {
    return nowUs - Math.max(Number.NEGATIVE_INFINITY, ...this.#heardUs.values());
  }

  /** Why it does not arm without a ground station; undefined where it does. */
  cannotArm(nowUs: number): string | undefined {
    const isWanted = this.#persona.name === 'px4' && (this.#parameter('NAV_DLL_ACT') ?? 0) > 0;
    return isWanted && this.silentUs(nowUs) > 5e6 ? 'no connection to the ground control station' : undefined;
  }

  /** The event of this moment, for the text of the autopilot; undefined for none. A landing goes on when the link is back. */
  look(nowUs: number, isInAir: boolean): 'Lost' | 'Back' | undefined {
    const limitUs = this.#limitUs();
    if (limitUs === undefined) return undefined;
    const silentUs = this.#ownSilentUs(nowUs);
    // One that was never heard is not lost.
    const isLost = Number.isFinite(silentUs) && silentUs > limitUs;
    if (isLost && !this.#isTriggered && isInAir) {
      this.#isTriggered = true;
      return 'Lost';
    }
    if (!isLost && this.#isTriggered) {
      this.#isTriggered = false;
      return 'Back';
    }
    return undefined;
  }

  /** ArduPilot hears only the ground station that its parameters name. */
  #ownSilentUs(nowUs: number): number {
    if (this.#persona.name !== 'ardupilot') return this.silentUs(nowUs);
    const least = this.#parameter('MAV_GCS_SYSID') ?? 255;
    const most = Math.max(least, this.#parameter('MAV_GCS_SYSID_HI') ?? 0);
    const own = [...this.#heardUs].filter(([system]) => system >= least && system <= most).map(([, us]) => us);
    return nowUs - Math.max(Number.NEGATIVE_INFINITY, ...own);
  }

  #limitUs(): number | undefined {
    const { name } = this.#persona;
    if (name === 'ardupilot') {
      return (this.#parameter('FS_GCS_ENABLE') ?? 0) > 0 ? 1e6 * (this.#parameter('FS_GCS_TIMEOUT') ?? 5) : undefined;
    }
    if (name !== 'px4' || (this.#parameter('NAV_DLL_ACT') ?? 0) === 0) return undefined;
    // It holds first, and then acts.
    return 1e6 * ((this.#parameter('COM_DL_LOSS_T') ?? 10) + (this.#parameter('COM_FAIL_ACT_T') ?? 5));
  }
}
