import { crc16 } from '../src/crc.ts';
import type { Dialect, FieldDefinition, MessageDefinition } from './dialect.ts';
import { ENUMS, OF_DEVELOPMENT } from './selection.ts';

const LINE_WIDTH = 120;

/** Code and size in bytes of each type. */
const TYPES: Readonly<Record<string, readonly [code: string, size: number]>> = {
  char: ['char', 1],
  uint8_t: ['u8', 1],
  int8_t: ['i8', 1],
  uint16_t: ['u16', 2],
  int16_t: ['i16', 2],
  uint32_t: ['u32', 4],
  int32_t: ['i32', 4],
  float: ['f32', 4],
  uint64_t: ['u64', 8],
  int64_t: ['i64', 8],
  double: ['f64', 8],
};

const typeOf = ({ name, type }: FieldDefinition) => {
  const found = TYPES[type];
  if (found === undefined) throw new Error(`field ${name} has the unknown type ${type}`);
  return found;
};

/** Messages by name, their fields in wire order. */
export function messageTable(dialect: Dialect, development: Dialect): string {
  const added = OF_DEVELOPMENT.messages.map((name) => required(development.messages, name));
  const messages = [...dialect.messages.values(), ...added].sort((a, b) => a.id - b.id);
  const text =
    'By name: id, CRC extra, fields in wire order, extensions. A field has a type, the length of an array, and a unit.';
  return [
    "import type { MessageTable } from '../definition.ts';\n",
    `/** ${text} */`,
    'export const MESSAGES = {',
    ...messages.map(messageEntry),
    '} as const satisfies MessageTable;\n',
  ].join('\n');
}

function messageEntry(message: MessageDefinition): string {
  const { id, name } = message;
  const base = wireOrder(message);
  const extensions = message.fields.filter(({ isExtension }) => isExtension);
  const parts = [String(id), String(crcExtra(name, base)), literal(base)];
  if (extensions.length > 0) parts.push(literal(extensions));
  return wrapped(`  ${name}: [${parts.join(', ')}],`, '    ');
}

const literal = (fields: readonly FieldDefinition[]) => {
  const codes = fields.map((field) => {
    const length = field.length > 0 ? `[${field.length}]` : '';
    const units = field.units === '' ? '' : ` ${field.units}`;
    return `${field.name}: '${typeOf(field)[0]}${length}${units}'`;
  });
  return codes.length === 0 ? '{}' : `{ ${codes.join(', ')} }`;
};

/** Largest types first, otherwise as defined; extensions are not sorted. */
const wireOrder = ({ fields }: MessageDefinition): FieldDefinition[] =>
  fields.filter(({ isExtension }) => !isExtension).sort((a, b) => typeOf(b)[1] - typeOf(a)[1]);

/** Checksum of the definition, which both ends must have in common. */
function crcExtra(name: string, base: readonly FieldDefinition[]): number {
  const words = base.map(
    (field) => `${field.type} ${field.name} ${String.fromCharCode(...(field.length > 0 ? [field.length] : []))}`,
  );
  const bytes = Buffer.from(`${name} ${words.join('')}`, 'latin1');
  const crc = crc16(bytes, 0, bytes.length);
  return (crc & 0xff) ^ (crc >> 8);
}

/** Values by name of the entry without the words that all entries have in common. */
export function enumTable(dialect: Dialect, development: Dialect): string {
  const enums = ENUMS.map((name) => {
    const entries = new Map(dialect.enums.get(name) ?? required(development.enums, name));
    if (name === 'MAV_CMD')
      for (const command of OF_DEVELOPMENT.commands)
        entries.set(command, required(required(development.enums, name), command));
    const prefix = commonPrefix(name, [...entries.keys()]);
    const values = [...entries]
      .sort(([, a], [, b]) => a - b)
      .map(([entry, value]) => `${key(entry.slice(prefix.length))}: ${value}`);
    return wrapped(`export const ${name} = { ${values.join(', ')} } as const;`, '  ');
  });
  return `${enums.join('\n')}\n`;
}

/** Whole words with their underscores. */
function commonPrefix(name: string, entries: readonly string[]): string {
  const [first = '', ...others] = entries;
  const words = (others.length === 0 ? name : first).split('_');
  for (let count = words.length; count > 0; count -= 1) {
    const prefix = `${words.slice(0, count).join('_')}_`;
    if (entries.every((entry) => entry.startsWith(prefix) && entry.length > prefix.length)) return prefix;
  }
  return '';
}

const key = (word: string) => (/^[A-Za-z_]/.test(word) ? word : `'${word}'`);

function required<T>(from: ReadonlyMap<string, T>, name: string): T {
  const found = from.get(name);
  if (found === undefined) throw new Error(`${name} is not in the definitions`);
  return found;
}

/** Breaks a line at spaces, but never between a name and its value. */
function wrapped(line: string, indent: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of line.match(/^ +|\} as const;|(?:[\w']+: )?(?:'[^']*'|\S)+/g) ?? []) {
    const joined = current.trim() === '' ? current + word : `${current} ${word}`;
    if (joined.length <= LINE_WIDTH) current = joined;
    else {
      lines.push(current);
      current = indent + word;
    }
  }
  return [...lines, current].join('\n');
}
