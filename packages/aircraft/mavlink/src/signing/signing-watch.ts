import type { Clock } from '@kitestring/base/clock.ts';
import { Packet } from '@kitestring/mavlink-codec/codec.ts';
import type { LinkSigning } from '@kitestring/mavlink-link';
import type { LinkSigningState } from '@kitestring/station-core/ports';
import type { Tell } from '../note.ts';

/** Packets come several times a second. */
const WINDOW_US = 5_000_000;
/** Fewer may be from before the key was given. */
const REFUSED_FROM = 5;

interface SigningWatchDeps {
  /** Absent: the station has no key. */
  readonly signing: LinkSigning | undefined;
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly tell: Tell;
}

/** Fault of refused packets, by their count. */
const REASONS = {
  wrongSignature: 'they are signed with another key: the passphrase of both must be the same',
  unsignedRefused: 'they are not signed: give the aircraft the key (kitestring doctor --aircraft ... --give-key)',
  stale: 'their signatures are old, or replayed: compare the clocks of both',
} as const;

type Reason = keyof typeof REASONS;
const REASON_NAMES = Object.keys(REASONS) as Reason[];

interface Counted extends Readonly<Record<Reason, number>> {
  readonly atUs: number;
  readonly signed: number;
  readonly unsigned: number;
}

/** How the packets of an aircraft are signed, as they come: not as anything was set up. */
export class SigningWatch {
  readonly #deps: SigningWatchDeps;
  #plain = { signed: 0, unsigned: 0 };
  #before: Counted;
  #received: LinkSigningState['received'] = 'Nothing';
  #sent: LinkSigningState['sent'];

  constructor(deps: SigningWatchDeps) {
    this.#deps = deps;
    this.#sent = deps.signing === undefined ? 'Unsigned' : 'Signed';
    this.#before = this.#counted();
  }

  get state(): LinkSigningState {
    return { sent: this.#sent, received: this.#received };
  }

  /** A packet that the link has accepted. */
  takePacket(bytes: Uint8Array): void {
    if (this.#deps.signing === undefined) this.#plain[new Packet(bytes).isSigned ? 'signed' : 'unsigned'] += 1;
  }

  /** Whether the aircraft has answered an order without a signature. */
  takeProbe(hasAnswered: boolean): void {
    this.#sent = hasAnswered ? 'Optional' : 'Required';
    if (!hasAnswered) return;
    this.#deps.tell('warn', 'it takes orders without a signature, too: every program that reaches its link may fly it');
  }

  /** Called ten times a second. What is there is shown at once, and nothing after a while without. */
  step(): void {
    const now = this.#counted();
    const before = this.#before;
    const isOver = now.atUs - before.atUs >= WINDOW_US;
    const received = this.#judge(before, now);
    if (isOver) this.#before = now;
    if (isOver || received !== 'Nothing') this.#received = received;
  }

  #judge(before: Counted, now: Counted): LinkSigningState['received'] {
    const isSigned = now.signed > before.signed;
    if (this.#deps.signing === undefined) {
      return isSigned ? 'NotVerified' : now.unsigned > before.unsigned ? 'Unsigned' : 'Nothing';
    }
    const refused = REASON_NAMES.map((name) => ({ name, count: now[name] - before[name] }));
    const most = refused.reduce((a, b) => (b.count > a.count ? b : a));
    if (isSigned || most.count < REFUSED_FROM) return isSigned ? 'Signed' : 'Nothing';
    this.#deps.tell('warn', `packets are refused: ${REASONS[most.name]}`);
    return 'Refused';
  }

  #counted(): Counted {
    const { clock, signing } = this.#deps;
    const none = { wrongSignature: 0, unsignedRefused: 0, stale: 0 };
    return { atUs: clock.nowUs(), ...none, ...(signing?.counts ?? this.#plain) };
  }
}
