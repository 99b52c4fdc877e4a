import { type ParameterOverrides, parametersWith } from '@kitestring/simulator/parameters.ts';
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { SettingsError } from './settings-error.ts';
import { readSettingsText } from './settings-file.ts';

/**
 * Reads the figures that replace some of the simulated aircraft's own. YAML, and so JSON too: groups of names and numbers.
 * @throws SettingsError naming file, line and column, for what is unknown, of the wrong type or physically impossible
 */
export function readParametersFile(file: string): ParameterOverrides {
  return new ParametersFile(file, readSettingsText(file)).overrides();
}

class ParametersFile {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, version: '1.2' });
  }

  overrides(): ParameterOverrides {
    const [error] = this.#document.errors;
    if (error !== undefined) throw this.#wrong(error.pos[0], `not valid YAML: ${error.message}`);
    const root = this.#document.contents;
    if (root === null || (isScalar(root) && root.value === null)) return {};
    if (!isMap(root)) throw this.#wrong(root.range[0], 'expected groups of parameters');
    return Object.fromEntries(root.items.map(({ key, value }) => this.#group(key, value)));
  }

  /** Each figure is tried on its own, so that an error can say where it stands. */
  #group(key: unknown, value: unknown): [string, Readonly<Record<string, unknown>>] {
    const at = startOf(key) ?? 0;
    if (!isScalar(key)) throw this.#wrong(at, 'expected the name of a group of parameters');
    const group = String(key.value);
    if (!isMap(value)) {
      this.#try({ [group]: {} }, at);
      throw this.#wrong(startOf(value) ?? at, `${group} is a group of parameters, expected \`name: value\` below it`);
    }
    return [group, this.#members(group, value, at)];
  }

  #members(group: string, members: YAMLMap, groupAt: number): Readonly<Record<string, unknown>> {
    this.#try({ [group]: {} }, groupAt);
    return Object.fromEntries(
      members.items.map(({ key, value }) => {
        const at = startOf(key) ?? groupAt;
        if (!isScalar(key)) throw this.#wrong(at, `expected the name of a parameter of ${group}`);
        const name = String(key.value);
        const given: unknown = isScalar(value) ? value.value : {};
        this.#try({ [group]: { [name]: given } }, startOf(value) ?? at);
        return [name, given];
      }),
    );
  }

  #try(overrides: object, at: number): void {
    try {
      parametersWith(overrides as ParameterOverrides);
    } catch (error) {
      if (error instanceof RangeError) throw this.#wrong(at, error.message);
      throw error;
    }
  }

  #wrong(offset: number, message: string): SettingsError {
    const { line, col } = this.#lines.linePos(offset);
    return new SettingsError(`${this.#file}:${line}:${col}`, message);
  }
}

const startOf = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];
