import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import fc from 'fast-check';

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

const nasty = fc.constantFrom(
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%ff%fe',
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  "';drop%20table%20session;--",
  '%F0%9F%AA%81',
  '.',
  '{stream_id}',
);

const segment = fc.oneof(
  { weight: 2, arbitrary: nasty },
  fc.webSegment(),
  fc.constantFrom('zoom', 'thermal', '1', 'main.mp4'),
);

/** The path of an operation with something in place of its parameters, and sometimes something behind it. */
const pathOf = (operation: Operation) =>
  fc
    .tuple(
      fc.array(segment, { minLength: 4, maxLength: 4 }),
      fc.option(fc.webQueryParameters(), { nil: '' }),
      fc.nat(12),
    )
    .map(([segments, query, spoil]) => {
      let at = 0;
      const path = fullPath(operation).replace(/\{\w+\}/g, () => segments[at++] ?? 'x');
      const behind = spoil === 0 ? `/${segments[3]}` : spoil === 1 ? '/' : '';
      return `${path}${behind}${query === '' ? '' : `?${query}`}`;
    });

export const text = (value: string) => Buffer.from(value);

const garbage = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => text(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    text('{"altitude":1e999}'),
    text('{"altitude":NaN}'),
    text('{"altitude":10,"altitude":44}'),
    text('{"__proto__":{"altitude":10}}'),
    text(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    text(`{"operator_name":"${'x'.repeat(70_000)}"}`),
    text('\ufeff{}'),
    text('{"altitude":"10"}'),
    text('[{"altitude":10}]'),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    text('{"pan":-0,"tilt":5e-324}'),
    text('{} {}'),
    text('null'),
  ),
);

/** A valid example with one property changed to something else, or taken away. */
function spoiled(operation: Operation): fc.Arbitrary<Buffer> {
  const examples = (operation.examples ?? []).map(({ value }) => value as Record<string, unknown>);
  const example = fc.constantFrom(...(examples.length > 0 ? examples : [{}]));
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.double(),
    fc.constantFrom(1e308, -1e308, 2 ** 53, '', 'null'),
  );
  return fc.tuple(example, fc.string(), fc.nat(5), value).map(([body, name, choice, other]) => {
    const names = Object.keys(body);
    const changed = { ...body, [names[choice % Math.max(1, names.length)] ?? name]: other };
    return text(JSON.stringify(changed) ?? '');
  });
}

const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { cookie: 'connection=websocket:00000000-0000-0000-0000-000000000000' },
  { cookie: `connection=${'x'.repeat(2000)}` },
  { 'transfer-encoding': 'chunked' },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
  { range: 'bytes=0-0,5-9' },
  { authorization: 'Bearer x' },
  { authorization: 'Basic !!!' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
  { origin: 'https://evil.example' },
  { 'x-forwarded-for': '1.2.3.4' },
  { upgrade: 'websocket', connection: 'upgrade' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { host: 'nowhere.example' },
);

const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
);

/** A request to the operation that is wrong in some way, most of the time. */
export const requestTo = (operation: Operation): fc.Arbitrary<HostileRequest> =>
  fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(operation.method as string) },
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
      ),
      path: pathOf(operation),
      extra: header,
      type: contentType,
      body: fc.option(fc.oneof(garbage, spoiled(operation)), { nil: undefined }),
    })
    .map(({ method, path, extra, type, body }) => ({
      method,
      path,
      headers: { ...(type !== '' && { 'content-type': type }), ...extra },
      body,
    }));
