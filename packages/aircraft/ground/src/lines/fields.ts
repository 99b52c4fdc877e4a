type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a line from a stranger. One that is not as it must be is absent, and named. */
export class Fields {
  readonly #object: Json;
  readonly #path: string;
  /** Fields that were there and could not be used. */
  readonly wrong: string[];

  private constructor(object: Json, path: string, wrong: string[]) {
    this.#object = object;
    this.#path = path;
    this.wrong = wrong;
  }

  /** @returns undefined for a text that is no JSON object */
  static of(text: string): Fields | undefined {
    try {
      const value = JSON.parse(text) as unknown;
      return isObject(value) ? new Fields(value, '', []) : undefined;
    } catch {
      return undefined;
    }
  }

  number(name: string, [least, most]: Range): number | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value >= least && value <= most) return value;
    return this.#refuse(name, `is no number from ${least} to ${most}`);
  }

  flag(name: string): boolean | undefined {
    const value = this.#get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.#refuse(name, 'is neither true nor false');
  }

  /** @param words the words of the wire, with their meaning */
  word<Meaning>(name: string, words: Readonly<Record<string, Meaning>>): Meaning | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    return meaning(value, words) ?? this.#refuse(name, `is none of ${Object.keys(words).join(', ')}`);
  }

  /** As `word`, for a list; unknown words are left out. */
  words<Meaning>(name: string, words: Readonly<Record<string, Meaning>>): Meaning[] {
    const value = this.#get(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#refuse(name, 'is no list');
      return [];
    }
    const known = value.flatMap((word) => meaning(word, words) ?? []);
    if (known.length < value.length) this.#refuse(name, `has other words than ${Object.keys(words).join(', ')}`);
    return [...new Set(known)];
  }

  /** Without control characters, on one line. */
  text(name: string, mostCharacters: number): string | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.#refuse(name, 'is no text');
    return value
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, mostCharacters);
  }

  part(name: string): Fields | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (isObject(value)) return new Fields(value, `${this.#path}${name}.`, this.wrong);
    return this.#refuse(name, 'is no object');
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#object, name) ? (this.#object[name] ?? undefined) : undefined;
  }

  #refuse(name: string, why: string): undefined {
    this.wrong.push(`${this.#path}${name} ${why}`);
    return undefined;
  }
}

export type Range = readonly [least: number, most: number];

const meaning = <Meaning>(word: unknown, words: Readonly<Record<string, Meaning>>): Meaning | undefined =>
  typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined;
