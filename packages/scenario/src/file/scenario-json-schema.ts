import { ScenarioForm } from './form/scenario-form.ts';

/** Shorter parts are more readable where they are used. */
const SHARED_FROM = 200;

/** The JSON Schema by which editors check and complete a scenario file. */
export function scenarioJsonSchema(): object {
  const parts = new SharedParts(ScenarioForm);
  const schema = parts.withReferences(ScenarioForm) as Record<string, unknown>;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schema,
    definitions: parts.definitions(),
  };
}

/** Parts of a schema that are the same in several places are written once. */
class SharedParts {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(root: unknown) {
    this.#count(root);
  }

  withReferences(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((member) => this.#reference(member));
    return Object.fromEntries(
      Object.entries(value)
        // Our own keywords are of no use to an editor.
        .filter(([name]) => !name.startsWith('x-'))
        .map(([name, member]) => [name, this.#reference(member)]),
    );
  }

  definitions(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    // Writing one may bring another one up.
    for (const [text, name] of this.#names) found[name] = this.withReferences(JSON.parse(text));
    return found;
  }

  #reference(value: unknown): unknown {
    const text = this.#sharedText(value);
    if (text === undefined) return this.withReferences(value);
    const name = this.#names.get(text) ?? `part${this.#names.size + 1}`;
    this.#names.set(text, name);
    return { $ref: `#/definitions/${name}` };
  }

  #sharedText(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !isSchema(value)) return undefined;
    const text = JSON.stringify(value);
    return text.length >= SHARED_FROM && (this.#counts.get(text) ?? 0) > 1 ? text : undefined;
  }

  #count(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    // What is below a part that was seen before has been counted with it.
    if (count === 1) for (const member of Object.values(value)) this.#count(member);
  }
}

/** Not the mapping of names below `properties`, which is no schema itself. */
const isSchema = (value: object): boolean => 'type' in value || 'anyOf' in value || 'enum' in value;
