/**
 * The URL under which this hub is reached, for addresses that it hands out. Objects are needed before the API listens, and
 * only then is the port known: the hub sets the URL last.
 */
export class HubUrl {
  #base: string;

  /** @param configured `public_url`, with a trailing slash */
  constructor(configured: string | undefined) {
    this.#base = configured ?? '';
  }

  /** With a trailing slash; empty before the API listens. */
  get base(): string {
    return this.#base;
  }

  /** The API listens here; a configured URL stays. @param url without a trailing slash */
  listening(url: string): void {
    if (this.#base === '') this.#base = `${url}/`;
  }
}
