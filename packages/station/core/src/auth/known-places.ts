import type { DocumentStore } from '../ports/document-store.ts';

const DOCUMENT = 'sign_in.known_places';
/** Only a right secret adds one: strangers cannot evict them. */
const PLACES_MAX = 2000;

/**
 * Addresses from which clients have signed in, and logins with the addresses where they were used. They are kept over a
 * restart, after which all clients sign in at once, perhaps beside an attack.
 */
export class KnownPlaces {
  readonly #documents: Pick<DocumentStore, 'get' | 'keep'> | undefined;
  /** The least recently used first. */
  readonly #places: Set<string>;

  /** @param documents absent: they are forgotten with the process */
  constructor(documents?: Pick<DocumentStore, 'get' | 'keep'>) {
    this.#documents = documents;
    this.#places = new Set(read(documents?.get(DOCUMENT)));
  }

  has(place: string): boolean {
    return this.#places.has(place);
  }

  add(place: string): void {
    const isNew = !this.#places.delete(place);
    this.#places.add(place);
    const [oldest] = this.#places;
    if (this.#places.size > PLACES_MAX && oldest !== undefined) this.#places.delete(oldest);
    if (isNew) this.#save();
  }

  #save(): void {
    try {
      this.#documents?.keep(DOCUMENT, JSON.stringify([...this.#places]));
    } catch {
      // The sign-in is right all the same, and the store writes the newest list as soon as it can.
    }
  }
}

function read(text: string | undefined): readonly string[] {
  const places: unknown = text === undefined ? [] : JSON.parse(text);
  return Array.isArray(places) ? places.filter((place) => typeof place === 'string') : [];
}
