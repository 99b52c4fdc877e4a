import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, Node, YAMLMap } from 'yaml';
import type { Given } from './given.ts';
import { suggestion } from './nearest-name.ts';
import { SettingsFault } from './settings-fault.ts';
import { yaml } from './yaml.ts';

/** Far more than any settings file with comments; a larger file is a mistake, such as a video. */
const MAX_FILE_BYTES = 256 * 1024;

/** Above the limit of any list, so a longer one is still refused; prevents aliases from taking minutes. */
const MAX_ITEMS = 200;

/**
 * Reads a YAML settings file. Names are nested (`flight:` and below it `altitude_takeoff_m:`) or dotted.
 * @throws SettingsFault naming file, line and column
 */
export function readSettingsFile(file: string, names: ReadonlySet<string>): Given[] {
  return new SettingsFile(file, readSettingsText(file), names).given();
}

/** Reads a hand-written text file. @throws SettingsFault when it is unreadable or too large */
export function readSettingsText(file: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES / 1024} KiB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SettingsFault(file, `cannot read the settings: ${reason(error)}`, { cause: error });
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to read it';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8 text';
  return message;
}

class SettingsFile {
  readonly #file: string;
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #lines = new (yaml().LineCounter)();
  readonly #document: Document.Parsed;
  readonly #given = new Map<string, Given>();

  constructor(file: string, text: string, names: ReadonlySet<string>) {
    this.#file = file;
    this.#folder = path.dirname(path.resolve(file));
    this.#names = names;
    this.#document = yaml().parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, version: '1.2' });
  }

  given(): Given[] {
    const [error] = this.#document.errors;
    if (error !== undefined) throw this.#wrong(error.pos[0], `not valid YAML: ${error.message}`);
    const root = this.#document.contents;
    if (yaml().isMap(root)) this.#readMap(root, '');
    else if (root !== null && !(yaml().isScalar(root) && root.value === null)) {
      throw this.#wrong(root.range[0], 'expected settings, each as `name: value`');
    }
    return [...this.#given.values()];
  }

  /** Unknown prefixes are refused at once, which limits nesting, including aliases, to the depth of the names. */
  #readMap(map: YAMLMap, prefix: string): void {
    for (const { key, value } of map.items) {
      const at = startOf(key) ?? startOf(map) ?? 0;
      if (!yaml().isScalar(key)) throw this.#wrong(at, 'expected the name of a setting');
      const name = `${prefix}${String(key.value)}`;
      if (this.#names.has(name)) this.#add(name, value, at);
      else this.#readSection(name, value, at);
    }
  }

  #readSection(name: string, value: unknown, at: number): void {
    const known = [...this.#names].some((setting) => setting.startsWith(`${name}.`));
    if (!known) throw this.#wrong(at, `unknown setting ${name}${suggestion(name, this.#names)}${this.#siblings(name)}`);
    const section = this.#resolve(value);
    if (yaml().isMap(section)) this.#readMap(section, `${name}.`);
    else if (section !== null && !(yaml().isScalar(section) && section.value === null)) {
      throw this.#wrong(startOf(value) ?? at, `${name} is a group of settings, not a setting`);
    }
  }

  /** Where a group has settings of one kind only, those are allowed: the streams of a camera. */
  #siblings(name: string): string {
    const group = name.slice(0, name.lastIndexOf('.') + 1);
    const allowed = [...this.#names].filter((setting) => group.split('.').length > 2 && setting.startsWith(group));
    return allowed.length === 0 ? '' : `; allowed: ${allowed.map((setting) => setting.slice(group.length)).join(', ')}`;
  }

  #add(name: string, value: unknown, at: number): void {
    const earlier = this.#given.get(name);
    if (earlier !== undefined) throw this.#wrong(at, `${name} is given twice, first at ${earlier.place}`);
    const place = this.#place(startOf(value) ?? at);
    this.#given.set(name, { name, value: this.#plain(value), place, folder: this.#folder });
  }

  /** The value as plain data; a map stays the text `{...}`, which no setting accepts. */
  #plain(value: unknown): unknown {
    const node = this.#resolve(value);
    if (node === null || node === undefined) return null;
    if (yaml().isScalar(node)) return node.value;
    if (yaml().isSeq(node)) return node.items.slice(0, MAX_ITEMS).map((item) => this.#plainItem(item));
    return '{...}';
  }

  #plainItem(item: unknown): unknown {
    const node = this.#resolve(item);
    return yaml().isScalar(node) ? node.value : '[...]';
  }

  #resolve(node: unknown): Node | null | undefined {
    return yaml().isAlias(node) ? node.resolve(this.#document) : (node as Node | null | undefined);
  }

  #wrong(offset: number, message: string): SettingsFault {
    return new SettingsFault(this.#place(offset), message);
  }

  #place(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${line}:${col}`;
  }
}

export const startOf = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];
