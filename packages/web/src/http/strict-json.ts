import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { JsonFault, JsonScanner } from './json-scanner.ts';

/** Messages of the API are at most 4 deep; deeper nesting attacks recursive readers. */
const DEPTH_MAX = 32;

/** Messages of the API have fewer than half as many fields; validating thousands of them takes time. */
const VALUES_MAX = 256;

// The decoder keeps a byte order mark, so that it can be refused: RFC 8259 forbids it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses JSON strictly according to RFC 7493 (I-JSON): UTF-8 only, no byte order mark, no half of a surrogate pair, no
 * duplicate key, no number beyond the range of a double. Also no `__proto__`, and at most 32 levels and 256 values.
 * MALFORMED_JSON with reason and position.
 */
export function parseStrictJson(bytes: Uint8Array): Result<unknown> {
  const text = decode(bytes);
  if (text === undefined) return refuse('MALFORMED_JSON', { fault: 'it is not UTF-8' });
  try {
    scan(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return refuse('MALFORMED_JSON', { fault: `${error.message} at position ${error.position}` });
  }
  return ok(JSON.parse(text));
}

/** Decodes UTF-8; undefined for invalid bytes. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** An open object or list; a list has no keys. */
interface Open {
  readonly end: '}' | ']';
  readonly keys: Set<string> | undefined;
}

function scan(text: string): void {
  if (text.startsWith('\ufeff')) throw new JsonFault('it begins with a byte order mark', 0);
  const scanner = new JsonScanner(text);
  const open: Open[] = [];
  let values = 0;
  do {
    values += 1;
    if (values > VALUES_MAX) throw new JsonFault(`it has more than ${VALUES_MAX} values`, scanner.position);
    const container = readValue(scanner);
    if (container !== undefined) {
      open.push(container);
      if (open.length > DEPTH_MAX) throw new JsonFault(`it is nested deeper than ${DEPTH_MAX}`, scanner.position - 1);
    }
    closeAndContinue(scanner, open, container !== undefined);
  } while (open.length > 0);
  if (scanner.peek() !== '') throw scanner.unexpected();
}

/** Reads a scalar, or the opening of a container, which is then returned. */
function readValue(scanner: JsonScanner): Open | undefined {
  const next = scanner.peek();
  if (next === '"') scanner.string();
  else if (next !== '{' && next !== '[') scanner.scalar();
  else {
    scanner.skip();
    return next === '{' ? { end: '}', keys: new Set() } : { end: ']', keys: undefined };
  }
  return undefined;
}

/** Closes what ends here and advances to the next value, past comma and key. */
function closeAndContinue(scanner: JsonScanner, open: Open[], isFirst: boolean): void {
  for (let isEmpty = isFirst; ; isEmpty = false) {
    const container = open.at(-1);
    if (container === undefined) return;
    const next = scanner.peek();
    if (next === container.end) {
      scanner.skip();
      open.pop();
      continue;
    }
    if (!isEmpty) {
      if (next !== ',') throw scanner.unexpected();
      scanner.skip();
    }
    if (container.keys !== undefined) readKey(scanner, container.keys);
    return;
  }
}

function readKey(scanner: JsonScanner, keys: Set<string>): void {
  if (scanner.peek() !== '"') throw scanner.unexpected();
  const { position } = scanner;
  const key = scanner.string();
  if (key === '__proto__') throw new JsonFault('the key "__proto__" is not allowed', position);
  if (keys.has(key)) throw new JsonFault(`the key ${JSON.stringify(key.slice(0, 40))} is given twice`, position);
  keys.add(key);
  if (scanner.peek() !== ':') throw scanner.unexpected();
  scanner.skip();
}
