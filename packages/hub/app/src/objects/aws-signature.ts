import { createHmac, hash } from 'node:crypto';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface PresignOptions {
  readonly method: string;
  /** Without a signature. */
  readonly url: URL;
  /** Headers that must be sent unchanged, lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly expiresS: number;
  readonly nowMs: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** A URL that grants access for a limited time: AWS Signature Version 4 in the query, for S3 and compatible stores. */
export function presigned({ accessKeyId, region, secretAccessKey }: AwsCredentials, options: PresignOptions): string {
  const { expiresS, headers = {}, method, nowMs, url } = options;
  const time = `${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}`;
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed: Readonly<Record<string, string>> = { ...headers, host: url.host };
  const names = Object.keys(signed).sort();
  const query: [string, string][] = [
    ...url.searchParams,
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(expiresS)],
    ['X-Amz-SignedHeaders', names.join(';')],
  ];
  const canonicalQuery = query
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    ...[method, url.pathname, canonicalQuery, ...names.map((name) => `${name}:${signed[name]?.trim()}`), ''],
    ...[names.join(';'), 'UNSIGNED-PAYLOAD'],
  ].join('\n');
  const text = [ALGORITHM, time, scope, hash('sha256', canonical, 'hex')].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secretAccessKey}`);
  return `${url.origin}${url.pathname}?${canonicalQuery}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

/** As required by AWS: RFC 3986, where `encodeURIComponent` leaves five more characters. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
