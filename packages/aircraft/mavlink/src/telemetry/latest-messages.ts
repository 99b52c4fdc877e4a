import type { Message, MessageFields, MessageName } from '@kitestring/mavlink-codec/codec.ts';

/**
 * How long a message counts, seconds. Positions and attitudes come several times a second, states once a second, batteries more
 * rarely; each may be lost a few times.
 */
const VALID_S = {
  // As long as the link counts its sender as heard: a line that loses half of its packets loses five in a row each minute.
  HEARTBEAT: 10,
  GLOBAL_POSITION_INT: 2,
  ATTITUDE: 2,
  GPS_RAW_INT: 5,
  SYS_STATUS: 5,
  EXTENDED_SYS_STATE: 5,
  GIMBAL_DEVICE_ATTITUDE_STATUS: 2,
  WINCH_STATUS: 5,
  WIND: 5,
  OPEN_DRONE_ID_ARM_STATUS: 10,
  // Sent when it changes, and rarely besides.
  HOME_POSITION: Number.POSITIVE_INFINITY,
  CONTROL_STATUS: Number.POSITIVE_INFINITY,
} as const satisfies Partial<Record<MessageName, number>>;

type KeptName = keyof typeof VALID_S;

interface Kept {
  readonly fields: MessageFields[MessageName];
  readonly atUs: number;
}

/** The newest message of each kind. An old one is none: its values are unknown by then. */
export class LatestMessages {
  readonly #kept = new Map<string, Kept>();

  take(message: Message, nowUs: number): void {
    if (message.name in VALID_S) this.#kept.set(message.name, { fields: message.fields, atUs: nowUs });
  }

  get<Name extends KeptName>(name: Name, nowUs: number): MessageFields[Name] | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined || nowUs - kept.atUs > VALID_S[name] * 1e6) return undefined;
    return kept.fields as MessageFields[Name];
  }

  /** When it came, microseconds; 0 before the first. */
  atUs(name: KeptName): number {
    return this.#kept.get(name)?.atUs ?? 0;
  }

  /** Forgets what was known of the vehicle before it restarted. */
  clear(): void {
    this.#kept.clear();
  }
}
