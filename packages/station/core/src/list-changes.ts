import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { LIST_NAMES, type ListName, type ListVersions } from '@kitestring/station-contract/station/list-versions.ts';
import { ListVersion } from './captures/list-version.ts';

/** Versions of the lists that several clients show, for those that wait for a change. */
export class ListChanges {
  readonly #all: ListVersion;
  readonly #versions: Record<ListName, string>;

  /** @param clock real time */
  constructor(clock: Clock) {
    this.#all = new ListVersion(clock, Math.floor(clock.nowUs() / 1000).toString(36));
    const { text } = this.#all;
    this.#versions = Object.fromEntries(LIST_NAMES.map((name) => [name, text])) as Record<ListName, string>;
  }

  /** These are others from now on. */
  changed(...names: readonly ListName[]): void {
    this.#all.next();
    for (const name of names) this.#versions[name] = this.#all.text;
  }

  /** From now on requests may wait, until the returned function is called. */
  hold(): Cancel {
    return this.#all.hold();
  }

  /** Resolves when one differs from the known version, or after so many seconds. */
  async other(known: string | undefined, seconds: number): Promise<ListVersions> {
    const version = await this.#all.other(known, seconds);
    return { version, ...this.#versions };
  }
}
