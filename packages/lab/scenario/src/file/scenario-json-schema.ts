import { ScenarioForm } from './form/scenario-form.ts';

/** Shorter parts stay inline for readability. */
const SHARED_FROM = 200;

/** JSON Schema for editors, to validate and complete scenario files. */
export function scenarioJsonSchema(): object {
  const parts = new SchemaDefinitions(ScenarioForm);
  const schema = parts.withReferences(ScenarioForm) as Record<string, unknown>;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schema,
    definitions: parts.definitions(),
  };
}

/** Writes repeated parts of a schema once. */
class SchemaDefinitions {
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
        // Our own keywords mean nothing to an editor.
        .filter(([name]) => !name.startsWith('x-'))
        .map(([name, member]) => [name, this.#reference(member)]),
    );
  }

  definitions(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    // Writing one part may reference another.
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
    // Parts below a repeated part were counted with it.
    if (count === 1) for (const member of Object.values(value)) this.#count(member);
  }
}

/** The mapping of names below `properties` is no schema itself. */
const isSchema = (value: object): boolean => 'type' in value || 'anyOf' in value || 'enum' in value;
