import { randomBytes } from 'node:crypto';
import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import { type DeadlineClock, US_PER_MS, US_PER_S } from './ports.ts';
import type { MediaTrack, TrackStats } from './rtp-track.ts';
import { JPEG_TRACK_ID, VIDEO_TRACK_ID } from './session-description.ts';

type RtspSessionState = 'ready' | 'starting' | 'playing' | 'ended';

interface RtspSessionDeps {
  readonly source: EncodedSource;
  /** Name by which the client requested the source; it may have several. */
  readonly path: string;
  readonly viewerId: string;
  /** Remote address. */
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly clock: DeadlineClock;
  readonly firstPictureMs: number;
  /** Called once, for any cause of the end. */
  readonly onEnded: (session: RtspSession, reason: string) => void;
}

export interface SessionStats {
  readonly streamId: string;
  readonly address: string;
  readonly viewerId: string;
  readonly isEncrypted: boolean;
  readonly state: RtspSessionState;
  /** Time since the client was last heard. */
  readonly silentS: number;
  readonly tracks: readonly TrackStats[];
}

/** Pictures held while the response to PLAY is in progress. */
const HELD_MAX = 30;

/**
 * One viewer of one stream.
 *
 *     ready --play--> starting --release--> playing --pause--> ready
 *       any --end--> ended
 */
export class RtspSession {
  /** Knowledge of the id allows stopping the stream: 128 random bits. */
  readonly id = randomBytes(16).toString('hex');
  readonly #deps: RtspSessionDeps;
  readonly #tracks = new Map<number, MediaTrack>();
  #state: RtspSessionState = 'ready';
  #detach = () => {};
  #held: AccessUnit[] = [];
  #onFirst: (unit: AccessUnit | undefined) => void = () => {};
  #seenUs: number;
  /** Its connection has closed. */
  #isOrphan = false;

  constructor(deps: RtspSessionDeps) {
    this.#deps = deps;
    this.#seenUs = deps.clock.nowUs();
  }

  get state(): RtspSessionState {
    return this.#state;
  }

  get source(): EncodedSource {
    return this.#deps.source;
  }

  get path(): string {
    return this.#deps.path;
  }

  get viewerId(): string {
    return this.#deps.viewerId;
  }

  get tracks(): ReadonlyMap<number, MediaTrack> {
    return this.#tracks;
  }

  get stats(): SessionStats {
    const { source, address, viewerId, isEncrypted, clock } = this.#deps;
    const silentS = (clock.nowUs() - this.#seenUs) / US_PER_S;
    const tracks = [...this.#tracks.values()].map((track) => track.stats);
    return { streamId: source.id, address, viewerId, isEncrypted, state: this.#state, silentS, tracks };
  }

  /** Restarts the timeout: called for requests and receiver reports. */
  touch(): void {
    this.#seenUs = this.#deps.clock.nowUs();
  }

  belongsTo(address: string, isEncrypted: boolean): boolean {
    return this.#deps.address === address && this.#deps.isEncrypted === isEncrypted;
  }

  addTrack(id: number, track: MediaTrack): void {
    this.#tracks.set(id, track);
  }

  /** @returns the first picture; undefined when none came in time. Nothing is sent before `release` */
  play(): Promise<AccessUnit | undefined> {
    const { clock, firstPictureMs, source } = this.#deps;
    // A PLAY over another connection, which may be gone, still waits.
    this.#leaveSource();
    this.#state = 'starting';
    for (const track of this.#tracks.values()) track.restart();
    return new Promise((resolve) => {
      const cancel = clock.schedule(clock.nowUs() + firstPictureMs * US_PER_MS, () => resolve(undefined));
      this.#onFirst = (unit) => {
        cancel();
        resolve(unit);
      };
      const wantsVideo = this.#tracks.has(VIDEO_TRACK_ID);
      this.#detach = source.attach({
        wantsVideo,
        wantsJpeg: this.#tracks.has(JPEG_TRACK_ID),
        onAccessUnit: (unit) => this.#take(unit),
        onEnd: () => this.end('the source has ended'),
      });
      if (wantsVideo) source.requestKeyFrame();
    });
  }

  /** The response to PLAY is written: sends the held pictures, then all others. */
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
    this.#deps.onEnded(this, reason);
  }

  /** Its connection has closed. Ends if a track uses it. */
  orphan(): void {
    if ([...this.#tracks.values()].some(({ kind }) => kind === 'tcp')) this.end('the connection is gone');
    this.#isOrphan = true;
  }

  /** Ends the session after its timeout. */
  check({ sessionMs, orphanMs }: { readonly sessionMs: number; readonly orphanMs: number }): void {
    const silentUs = this.#deps.clock.nowUs() - this.#seenUs;
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
    // Without the earlier ones, later ones are useless before the next key frame, which the tracks wait for.
    if (this.#held.length >= HELD_MAX) this.#held = [];
    this.#held.push(unit);
    this.#onFirst(unit);
  }

  #send(unit: AccessUnit): void {
    for (const track of this.#tracks.values()) track.send(unit);
  }
}
