import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { threadMs } from '@kitestring/lab-testing/cost-meter.ts';
import fc from 'fast-check';
import { parseStrictJson } from './strict-json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function refusal(input: string | Uint8Array): string {
  const result = parseStrictJson(typeof input === 'string' ? bytes(input) : input);
  assert.ok(!result.ok, `accepted ${String(input)}`);
  assert.equal(result.refusal.code, 'MALFORMED_JSON');
  return result.refusal.message.replace('the body is not JSON: ', '');
}

describe('parseStrictJson', () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'unexpected end of input at position 0'],
    ['white space only', ' \n', 'unexpected end of input at position 2'],
    ['an object that does not end', '{"a":1', 'unexpected end of input at position 6'],
    ['a key without a value', '{"a"}', 'unexpected "}" at position 4'],
    ['a comma before the end', '{"a":1,}', 'unexpected "}" at position 7'],
    ['a comma before the end of a list', '[1,]', 'unexpected "]" at position 3'],
    ['two values', '1 2', 'unexpected "2" at position 2'],
    ['the wrong end', '[1}', 'unexpected "}" at position 2'],
    ['single quotes', "{'a':1}", 'unexpected "\'" at position 1'],
    ['a comment', '{/**/}', 'unexpected "/" at position 1'],
    ['NaN', '{"a":NaN}', 'NaN is not a JSON value at position 5'],
    ['Infinity', '[-Infinity]', 'unexpected "-" at position 1'],
    ['undefined', 'undefined', 'undefined is not a JSON value at position 0'],
    ['a number with a leading zero', '01', 'unexpected "1" at position 1'],
    ['a number that ends in a point', '1.', 'unexpected "." at position 1'],
    ['a hexadecimal number', '0x10', '0x10 is not a JSON value at position 0'],
    ['a number beyond a double', '{"a":1e999}', 'the number 1e999 is too large at position 5'],
    ['a number far below a double', '-1e400', 'the number -1e400 is too large at position 0'],
    ['a string that does not end', '"abc', 'a string has no end at position 4'],
    ['a line break in a string', '"a\nb"', 'a string has a control character in it at position 2'],
    ['an unknown escape', '"\\x41"', 'a string has an escape that JSON does not know at position 1'],
    ['half of a surrogate pair', '{"a":"\\ud83d"}', 'a string has half of a surrogate pair in it at position 5'],
    ['the other half, in a key', '{"\\ude00":1}', 'a string has half of a surrogate pair in it at position 1'],
    ['a key twice', '{"a":1,"b":{"a":1},"a":2}', 'the key "a" is given twice at position 19'],
    ['a key twice in two spellings', '{"a":1,"\\u0061":2}', 'the key "a" is given twice at position 7'],
    ['__proto__', '{"__proto__":{}}', 'the key "__proto__" is not allowed at position 1'],
    ['__proto__ in disguise', '{"\\u005f_proto__":{}}', 'the key "__proto__" is not allowed at position 1'],
    ['a byte order mark', '\ufeff{}', 'it begins with a byte order mark at position 0'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'it is nested deeper than 32 at position 32'],
    ['a million levels', '['.repeat(1_000_000), 'it is nested deeper than 32 at position 32'],
  ];
  for (const [name, text, message] of refused) {
    it(`refuses ${name}`, () => assert.equal(refusal(text), message));
  }

  it('refuses what is not UTF-8', () => {
    assert.equal(refusal(Uint8Array.of(0x22, 0xc3, 0x28, 0x22)), 'it is not UTF-8');
    // An overlong slash and a surrogate, which lax decoders let through.
    assert.equal(refusal(Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)), 'it is not UTF-8');
    assert.equal(refusal(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)), 'it is not UTF-8');
  });

  it('takes a character beyond 16 bits, as it is and as two escapes', () => {
    assert.deepEqual(parseStrictJson(bytes('["😀", "\\ud83d\\ude00"]')), { ok: true, value: ['😀', '😀'] });
  });

  it('takes 32 levels and all kinds of white space', () => {
    const text = `${'[ '.repeat(30)}{ "a" :\t[]\r\n, "b":{}}${' ]'.repeat(30)}`;
    assert.deepEqual(parseStrictJson(bytes(text)), { ok: true, value: JSON.parse(text) });
  });

  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        fc.pre(!text.includes('__proto__'));
        assert.deepEqual(parseStrictJson(bytes(text)), { ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('accepts nothing that JSON.parse refuses, and refuses nothing else but what it is stricter about', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-0.5e3',
      'true',
      'null',
      ' ',
      '"',
      '\\',
      '01',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const result = parseStrictJson(bytes(text));
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (result.ok !== isJson) assert.match(result.ok ? '' : result.refusal.message, /twice|too large/);
      }),
      { numRuns: 5000 },
    );
  });

  it('is not slowed down by 64 KiB of anything', () => {
    for (const text of [
      '"'.padEnd(65_536, '\\'),
      `"${'\\u0041'.repeat(10_000)}`,
      '-'.repeat(65_536),
      ' '.repeat(65_536),
    ]) {
      const startMs = threadMs();
      refusal(text);
      assert.ok(threadMs() - startMs < 2000, `${text.slice(0, 10)} took too long`);
    }
  });
});
