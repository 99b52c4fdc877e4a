import { startOf } from '@kitestring/settings/settings-file.ts';
import { isAlias, isMap, isPair, isScalar, isSeq, type LineCounter, type YAMLMap } from 'yaml';
import { didYouMean, listed } from '../condition/did-you-mean.ts';
import { checkFormat, type Reference } from './check-format.ts';
import { allowedText, choicesOf, type FormKeywords } from './form/form-keywords.ts';
import type { Problem } from './problem.ts';

/** Nesting limit below `body` of a call; elsewhere the forms limit the depth. */
const MAX_DEPTH = 20;

/** Position of a value in the file. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** Validates a YAML document against a form, and collects all problems. */
export class FormCheck {
  readonly problems: Problem[] = [];
  /** Names that must exist in the same file. */
  readonly references: Reference[] = [];
  /** Positions by path: `timeline/2/do`. */
  readonly places = new Map<string, FilePosition>();
  readonly #file: string;
  readonly #lines: LineCounter;

  constructor(file: string, lines: LineCounter) {
    this.#file = file;
    this.#lines = lines;
  }

  /** Adds a problem at a file offset. */
  wrong(offset: number, message: string): void {
    const { line, col: column } = this.#lines.linePos(offset);
    this.problems.push({ file: this.#file, line, column, message });
  }

  /** Adds a problem at the position of a path. */
  wrongAt(path: string, message: string): void {
    const { line, column } = this.places.get(path) ?? { line: 1, column: 1 };
    this.problems.push({ file: this.#file, line, column, message });
  }

  /** Returns the plain value of a node. For an invalid node the problem is recorded and the value must not be used. */
  check(node: unknown, form: FormKeywords, path: string, fallbackOffset: number): unknown {
    const offset = startOf(node) ?? fallbackOffset;
    const { line, col: column } = this.#lines.linePos(offset);
    this.places.set(path, { line, column });
    const label = labelOf(path);
    if (isAlias(node)) return this.wrong(offset, `${label}aliases are not allowed in a scenario`);
    if (form['x-format'] !== undefined) return this.#format(node, form, label, offset);
    if (form.anyOf !== undefined) return this.#choice(node, form, path, offset);
    if (form.type === 'object') return this.#map(node, form, path, offset);
    if (form.type === 'array') return this.#list(node, form, path, offset);
    if (form.type === undefined && choicesOf(form) === undefined) return this.#anything(node, 0, offset);
    return this.#scalar(node, form, label, offset);
  }

  #scalar(node: unknown, form: FormKeywords, label: string, offset: number): unknown {
    const value = isScalar(node) ? node.value : undefined;
    const choices = choicesOf(form);
    const isRight = choices === undefined ? isOfType(value, form) : choices.includes(value as string);
    if (isRight) return value;
    const got = `${label}got ${shown(node)}`;
    const isText = typeof value === 'string' && choices !== undefined;
    this.wrong(offset, isText ? got + didYouMean(value, choices.map(String)) : `${got}, allowed: ${allowedText(form)}`);
    return undefined;
  }

  #format(node: unknown, form: FormKeywords, label: string, offset: number): unknown {
    const value = isScalar(node) ? node.value : undefined;
    const text = typeof value === 'string' ? value.trim() : value;
    // A quoted text starts after the quote; in a block its start is close enough.
    const quote = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') ? 1 : 0;
    const { problems, references } = checkFormat(form, text, shown(node));
    for (const { at, message } of problems) this.wrong(offset + quote + at, `${label}${message}`);
    for (const reference of references) this.references.push({ ...reference, at: offset + quote + reference.at });
    return text;
  }

  #list(node: unknown, form: FormKeywords, path: string, offset: number): unknown {
    const { items, minItems = 0 } = form;
    if (!isSeq(node) || items === undefined) {
      return this.wrong(offset, `${labelOf(path)}got ${shown(node)}, allowed: a list`);
    }
    if (node.items.length < minItems) this.wrong(offset, `${labelOf(path)}got an empty list, allowed: at least one`);
    return node.items.map((item, index) => this.check(item, items, `${path}/${index}`, offset));
  }

  #map(node: unknown, form: FormKeywords, path: string, offset: number): unknown {
    if (!isMap(node)) return this.wrong(offset, `${labelOf(path)}got ${shown(node)}, allowed: ${allowedText(form)}`);
    return form.patternProperties === undefined
      ? this.#fields(node, form, path, offset)
      : this.#named(node, form.patternProperties, path);
  }

  /** @param otherKeys names that would select another form */
  #fields(
    map: YAMLMap,
    form: FormKeywords,
    path: string,
    offset: number,
    otherKeys: readonly string[] = [],
  ): Record<string, unknown> {
    const properties = form.properties ?? {};
    const values: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const keyOffset = startOf(key) ?? offset;
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property === undefined) this.wrong(keyOffset, unknownKey(name, [...otherKeys, ...Object.keys(properties)]));
      else values[name] = this.check(value, property, `${path}/${name}`, keyOffset);
    }
    for (const name of form.required ?? []) {
      if (!(name in values) && !map.has(name)) this.wrong(offset, missingKey(labelOf(path), name, form));
    }
    return values;
  }

  #named(map: YAMLMap, forms: Readonly<Record<string, FormKeywords>>, path: string): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const keyOffset = startOf(key) ?? 0;
      const form = Object.entries(forms).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
      // A client without settings is a name with an empty value.
      const isNothing = form?.type === 'object' && isScalar(value) && value.value === null;
      if (form === undefined)
        this.wrong(keyOffset, `${name || 'this'} is no name, allowed: small letters, digits and _`);
      else values[name] = isNothing ? {} : this.check(value, form, `${path}/${name}`, keyOffset);
    }
    return values;
  }

  #choice(node: unknown, form: FormKeywords, path: string, offset: number): unknown {
    const variants = form.anyOf ?? [];
    if (!isMap(node)) {
      const scalar = variants.find(({ type }) => type !== 'object');
      if (scalar !== undefined && isScalar(node)) return this.check(node, scalar, path, offset);
      return this.wrong(offset, `${labelOf(path)}got ${shown(node)}, allowed: ${allowedText(form)}`);
    }
    const maps = variants.filter(({ type }) => type === 'object');
    const present = [...new Set(maps.flatMap(({ 'x-key': key }) => (key !== undefined && node.has(key) ? [key] : [])))];
    if (present.length > 1) {
      return this.wrong(offset, `${listed(present)} do not go together, allowed: one of them`);
    }
    const [key] = present;
    const meant = maps.filter((variant) => variant['x-key'] === key);
    const variant = meant.length > 1 && key !== undefined ? this.#byValue(node, key, meant) : meant[0];
    const otherKeys = key === undefined ? keysOf(maps) : [];
    if (variant !== undefined) return this.#fields(node, variant, path, offset, otherKeys);
    if (meant.length === 0) this.wrong(offset, this.#noVariant(node, maps));
    return undefined;
  }

  /** Forms selected by the value of their key. */
  #byValue(map: YAMLMap, key: string, variants: readonly FormKeywords[]): FormKeywords | undefined {
    const names = variants.flatMap(({ properties }) => choicesOf(properties?.[key] ?? {}) ?? []).map(String);
    const node = map.get(key, true);
    const value = isScalar(node) ? node.value : undefined;
    const found = variants.find(({ properties }) => choicesOf(properties?.[key] ?? {})?.includes(value as string));
    if (found !== undefined) return found;
    this.wrong(startOf(node) ?? startOf(map) ?? 0, `${key}: got ${shown(node)}${didYouMean(String(value), names)}`);
    return sharedForm(variants);
  }

  #noVariant(map: YAMLMap, variants: readonly FormKeywords[]): string {
    const keys = keysOf(variants);
    const [first] = map.items;
    const name = first !== undefined && isScalar(first.key) ? String(first.key.value) : '';
    return map.items.length === 1 ? unknownKey(name, keys) : `one of these keys is needed: ${listed(keys)}`;
  }

  /** Passed on unchanged. */
  #anything(node: unknown, depth: number, offset: number): unknown {
    const at = startOf(node) ?? offset;
    if (depth > MAX_DEPTH) return this.wrong(at, `nested too deep, allowed: ${MAX_DEPTH} levels`);
    if (isAlias(node)) return this.wrong(at, 'aliases are not allowed in a scenario');
    if (isSeq(node)) return node.items.map((item) => this.#anything(item, depth + 1, at));
    if (!isMap(node)) return isScalar(node) ? node.value : null;
    const entries = node.items.filter(isPair).map(({ key, value }) => {
      const name = isScalar(key) ? String(key.value) : '';
      return [name, this.#anything(value, depth + 1, at)];
    });
    return Object.fromEntries(entries);
  }
}

const keysOf = (variants: readonly FormKeywords[]): string[] => [
  ...new Set(variants.flatMap(({ 'x-key': key }) => key ?? [])),
];

/**
 * Common part of several forms, so that the rest of a mapping is still validated; anything is allowed where they
 * differ.
 */
function sharedForm(variants: readonly FormKeywords[]): FormKeywords {
  const all = variants.map(({ properties = {} }) => properties);
  const names = [...new Set(all.flatMap(Object.keys))];
  const isShared = (name: string) => new Set(all.map((properties) => JSON.stringify(properties[name]))).size === 1;
  const properties = names.map((name) => [name, isShared(name) ? (all[0]?.[name] ?? {}) : {}]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Last key of a path, as prefix of a message; empty for a list item. */
function labelOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return last === '' || /^\d+$/.test(last) ? '' : `${last}: `;
}

const unknownKey = (name: string, known: readonly string[]): string => `unknown key ${name}${didYouMean(name, known)}`;

function missingKey(label: string, name: string, form: FormKeywords): string {
  const { description = '' } = form.properties?.[name] ?? {};
  const meaning = description === '' ? '' : ` (${description})`;
  return `${label}${name} is missing${meaning}`;
}

function isOfType(value: unknown, form: FormKeywords): boolean {
  const { exclusiveMinimum, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = form;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = form;
  switch (form.type) {
    case 'string':
      return typeof value === 'string' && value.length >= minLength && value.length <= maxLength;
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    default:
      if (exclusiveMinimum !== undefined && value === exclusiveMinimum) return false;
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        value >= (exclusiveMinimum ?? minimum) &&
        value <= maximum
      );
  }
}

/** A node as shown in a message. */
function shown(node: unknown): string {
  if (isSeq(node)) return 'a list';
  if (isMap(node)) return 'a mapping';
  if (!isScalar(node) || node.value === null) return 'nothing';
  const text = String(node.value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
