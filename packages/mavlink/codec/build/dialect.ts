import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sax from 'sax';

export interface FieldDefinition {
  readonly name: string;
  /** As in the CRC extra: without `_mavlink_version`. */
  readonly type: string;
  /** Length of an array; 0 for a single value. */
  readonly length: number;
  readonly units: string;
  readonly isExtension: boolean;
}

export interface MessageDefinition {
  readonly id: number;
  readonly name: string;
  readonly fields: readonly FieldDefinition[];
}

export interface Dialect {
  readonly messages: ReadonlyMap<string, MessageDefinition>;
  /** Values by name of the entry, by name of the enum. */
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Reads a file of message definitions and, before it, all that it includes. */
export function readDialect(folder: string, file: string): Dialect {
  const messages = new Map<string, MessageDefinition>();
  const enums = new Map<string, Map<string, number>>();
  const seen = new Set<string>();
  const read = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    readFile(join(folder, name), { include: read, messages, enums });
  };
  read(file);
  return { messages, enums };
}

interface Target {
  readonly include: (file: string) => void;
  readonly messages: Map<string, MessageDefinition>;
  readonly enums: Map<string, Map<string, number>>;
}

function readFile(path: string, { include, messages, enums }: Target): void {
  const parser = sax.parser(true);
  let fields: FieldDefinition[] = [];
  let entries = new Map<string, number>();
  let isExtension = false;
  let isInInclude = false;
  parser.onopentag = ({ name, attributes }) => {
    const attribute = (key: string) => attributes[key] ?? '';
    if (name === 'include') isInInclude = true;
    if (name === 'message') {
      [fields, isExtension] = [[], false];
      messages.set(attribute('name'), { id: Number(attribute('id')), name: attribute('name'), fields });
    }
    if (name === 'extensions') isExtension = true;
    if (name === 'field') fields.push({ ...field(attribute), isExtension });
    if (name === 'enum') {
      // An enum may be continued in another file.
      entries = enums.get(attribute('name')) ?? new Map();
      enums.set(attribute('name'), entries);
    }
    if (name === 'entry') entries.set(attribute('name'), Number(attribute('value')));
  };
  parser.ontext = (text) => {
    if (isInInclude) include(text.trim());
  };
  parser.onclosetag = (name) => {
    if (name === 'include') isInInclude = false;
  };
  parser.onerror = (error) => {
    throw new Error(`${path}: ${error.message}`);
  };
  parser.write(readFileSync(path, 'utf8')).close();
}

function field(attribute: (key: string) => string): Omit<FieldDefinition, 'isExtension'> {
  const [, type = '', length = '0'] = /^(\w+?)(?:_mavlink_version)?(?:\[(\d+)\])?$/.exec(attribute('type')) ?? [];
  return { name: attribute('name'), type, length: Number(length), units: attribute('units') };
}
