import { type ParameterOverrides, parametersWith } from '@kitestring/aircraft-simulator/parameters.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { readSettingsText, startOf } from '@kitestring/settings/settings-file.ts';
import { yaml } from '@kitestring/settings/yaml.ts';
import type { Document, YAMLMap } from 'yaml';

/**
 * Reads overrides of the simulated aircraft's parameters. YAML, and so JSON too: groups of names and numbers.
 * @throws SettingsFault naming file, line and column, for an unknown, mistyped or physically impossible parameter
 */
export function readParametersFile(file: string): ParameterOverrides {
  return new ParametersFile(file, readSettingsText(file)).overrides();
}

class ParametersFile {
  readonly #file: string;
  readonly #lines = new (yaml().LineCounter)();
  readonly #document: Document.Parsed;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = yaml().parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, version: '1.2' });
  }

  overrides(): ParameterOverrides {
    const [error] = this.#document.errors;
    if (error !== undefined) throw this.#wrong(error.pos[0], `not valid YAML: ${error.message}`);
    const root = this.#document.contents;
    if (root === null || (yaml().isScalar(root) && root.value === null)) return {};
    if (!yaml().isMap(root)) throw this.#wrong(root.range[0], 'expected groups of parameters');
    return Object.fromEntries(root.items.map(({ key, value }) => this.#group(key, value)));
  }

  /** Each parameter is validated separately, so that an error has its position. */
  #group(key: unknown, value: unknown): [string, Readonly<Record<string, unknown>>] {
    const at = startOf(key) ?? 0;
    if (!yaml().isScalar(key)) throw this.#wrong(at, 'expected the name of a group of parameters');
    const group = String(key.value);
    if (!yaml().isMap(value)) {
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
        if (!yaml().isScalar(key)) throw this.#wrong(at, `expected the name of a parameter of ${group}`);
        const name = String(key.value);
        const given: unknown = yaml().isScalar(value) ? value.value : {};
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

  #wrong(offset: number, message: string): SettingsFault {
    const { line, col } = this.#lines.linePos(offset);
    return new SettingsFault(`${this.#file}:${line}:${col}`, message);
  }
}
