import type { Cancel } from '@kitestring/base/clock.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { MirroredValue, TopicMirror } from '../mirror/topic-mirror.ts';

/** A state of a station for its subscribers at the hub. It is read once before the subscription, so it has a value. */
export class MirroredTopic implements PublishedTopic {
  readonly #mirror: Pick<TopicMirror, 'newest' | 'watch'>;
  readonly #sid: string;
  readonly #name: string;
  #value: MirroredValue | undefined;
  #version = 0;

  constructor(mirror: Pick<TopicMirror, 'newest' | 'watch'>, sid: string, name: string) {
    this.#mirror = mirror;
    this.#sid = sid;
    this.#name = name;
  }

  get version(): number {
    this.#refresh();
    return this.#version;
  }

  get bytes(): Uint8Array {
    this.#refresh();
    return this.#value?.bytes ?? new Uint8Array(0);
  }

  /** Current station time, derived from the time of the newest state. */
  get stationUs(): number {
    this.#refresh();
    const { atMs = Date.now(), stationUs = atMs * 1000 } = this.#value ?? {};
    return Math.round(stationUs + (Date.now() - atMs) * 1000);
  }

  onInvalidate(listener: () => void): Cancel {
    return this.#mirror.watch(this.#sid, this.#name, listener);
  }

  #refresh(): void {
    const value = this.#mirror.newest(this.#sid, this.#name);
    if (value === undefined || value === this.#value) return;
    const isSame = this.#value !== undefined && Buffer.compare(this.#value.bytes, value.bytes) === 0;
    this.#value = value;
    if (!isSame) this.#version += 1;
  }
}
