import { randomBytes } from 'node:crypto';
import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import type { MediaTrack, TrackStats } from './media-track.ts';
import { type Clock, US_PER_MS, US_PER_S } from './ports.ts';

export type SessionState = 'ready' | 'starting' | 'playing' | 'ended';

export interface SessionParts {
  readonly source: EncodedSource;
  /** By which the client asked for the source; it may have several names. */
  readonly path: string;
  readonly viewerId: string;
  /** Of the client. */
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly clock: Clock;
  readonly firstPictureMs: number;
  readonly askKeyFrame: () => void;
  /** Called once, whoever ended it. */
  readonly onEnded: (session: RtspSession, reason: string) => void;
}

export interface SessionStats {
  readonly streamId: string;
  readonly address: string;
  readonly viewerId: string;
  readonly isEncrypted: boolean;
  readonly state: SessionState;
  /** Since the client was heard last. */
  readonly silentS: number;
  readonly tracks: readonly TrackStats[];
}

/** Pictures that come while the answer to PLAY is on its way; more are not waited for. */
const HELD_MAX = 30;

/**
 * One viewer of one stream.
 *
 *     ready --play--> starting --release--> playing --pause--> ready
 *       any --end--> ended
 */
export class RtspSession {
  /** Knowing it is knowing how to stop the stream: 128 random bits. */
  readonly id = randomBytes(16).toString('hex');
  readonly #parts: SessionParts;
  readonly #tracks = new Map<number, MediaTrack>();
  #state: SessionState = 'ready';
  #detach = () => {};
  #held: AccessUnit[] = [];
  #onFirst: (unit: AccessUnit | undefined) => void = () => {};
  #seenUs: number;
  /** The connection that made it is gone. */
  #isOrphan = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#seenUs = parts.clock.nowUs();
  }

  get state(): SessionState {
    return this.#state;
  }

  get source(): EncodedSource {
    return this.#parts.source;
  }

  get path(): string {
    return this.#parts.path;
  }

  get viewerId(): string {
    return this.#parts.viewerId;
  }

  get tracks(): ReadonlyMap<number, MediaTrack> {
    return this.#tracks;
  }

  get stats(): SessionStats {
    const { source, address, viewerId, isEncrypted, clock } = this.#parts;
    const silentS = (clock.nowUs() - this.#seenUs) / US_PER_S;
    const tracks = [...this.#tracks.values()].map((track) => track.stats);
    return { streamId: source.id, address, viewerId, isEncrypted, state: this.#state, silentS, tracks };
  }

  /** Requests and reports of the receiver keep it alive. */
  touch(): void {
    this.#seenUs = this.#parts.clock.nowUs();
  }

  belongsTo(address: string, isEncrypted: boolean): boolean {
    return this.#parts.address === address && this.#parts.isEncrypted === isEncrypted;
  }

  addTrack(id: number, track: MediaTrack): void {
    this.#tracks.set(id, track);
  }

  /** @returns the picture that it begins with; undefined when none came in time. Nothing is sent before `release` */
  play(): Promise<AccessUnit | undefined> {
    const { clock, firstPictureMs, source, askKeyFrame } = this.#parts;
    this.#state = 'starting';
    for (const track of this.#tracks.values()) track.restart();
    return new Promise((resolve) => {
      const cancel = clock.schedule(clock.nowUs() + firstPictureMs * US_PER_MS, () => resolve(undefined));
      this.#onFirst = (unit) => {
        cancel();
        resolve(unit);
      };
      this.#detach = source.attach({
        onAccessUnit: (unit) => this.#take(unit),
        onEnd: () => this.end('the source has ended'),
      });
      askKeyFrame();
    });
  }

  /** The answer to PLAY is out: what came meanwhile follows, then everything as it comes. */
  release(): void {
    if (this.#state !== 'starting') return;
    this.#state = 'playing';
    const held = this.#held;
    this.#held = [];
    for (const unit of held) this.#send(unit);
  }

  pause(): void {
    this.#leaveSource();
    this.#state = 'ready';
  }

  end(reason: string): void {
    if (this.#state === 'ended') return;
    this.#leaveSource();
    this.#state = 'ended';
    for (const track of this.#tracks.values()) track.close();
    this.#parts.onEnded(this, reason);
  }

  /** Its connection is gone. What goes through that ends with it. */
  orphan(): void {
    if ([...this.#tracks.values()].some(({ kind }) => kind === 'tcp')) this.end('the connection is gone');
    this.#isOrphan = true;
  }

  /** Ends it when nothing was heard of the client for too long. */
  check({ sessionMs, orphanMs }: { readonly sessionMs: number; readonly orphanMs: number }): void {
    const silentUs = this.#parts.clock.nowUs() - this.#seenUs;
    if (silentUs >= (this.#isOrphan ? orphanMs : sessionMs) * US_PER_MS) this.end('nothing was heard of the client');
  }

  #leaveSource(): void {
    this.#detach();
    this.#detach = () => {};
    this.#held = [];
    this.#onFirst(undefined);
  }

  #take(unit: AccessUnit): void {
    if (this.#state === 'playing') this.#send(unit);
    if (this.#state !== 'starting') return;
    // Later ones without the earlier ones are of no use before the next key frame, which the tracks wait for.
    if (this.#held.length >= HELD_MAX) this.#held = [];
    this.#held.push(unit);
    this.#onFirst(unit);
  }

  #send(unit: AccessUnit): void {
    for (const track of this.#tracks.values()) track.send(unit);
  }
}
