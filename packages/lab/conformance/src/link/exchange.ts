import type { IncomingMessage } from 'node:http';

/** A request and its response, as shown with a failed assertion. */
export interface HttpExchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: HeaderList;
    readonly body?: string;
  };
  readonly answer?: { readonly status: number; readonly headers: HeaderList; readonly body: string };
}

type HeaderList = readonly (readonly [string, string])[];

/** Header fields as received, in order. */
export const headerList = ({ rawHeaders }: IncomingMessage): HeaderList =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));

const SHOWN_BODY_LENGTH = 4000;
export const MASK = '•••';

/** Headers with secrets. */
const SECRET_HEADERS = /^(authorization|cookie|set-cookie|sec-websocket-protocol)$/i;
/** Secret members of JSON, and parameters of forms and URLs. */
const SECRET_MEMBERS = /("(?:access_token|client_secret)"\s*:\s*")(?:[^"\\]|\\.)*(")/g;
const SECRET_PARAMETERS = /((?:access_token|client_secret|token|ticket)=)[^&\s"]+/g;
const CREDENTIALS_OF_URL = /(\w+:\/\/)[^/@\s"]+@/g;

/** The exchange with secrets masked: known values, and all values in secret places. */
export function masked({ request, answer }: HttpExchange, secrets: ReadonlySet<string>): HttpExchange {
  const headers = (list: HeaderList): HeaderList =>
    list.map(([name, value]) => [name, SECRET_HEADERS.test(name) ? MASK : maskedText(value, secrets)]);
  return {
    request: {
      ...request,
      path: maskedText(request.path, secrets),
      headers: headers(request.headers),
      ...(request.body !== undefined && { body: shortened(maskedText(request.body, secrets)) }),
    },
    ...(answer && {
      answer: { ...answer, headers: headers(answer.headers), body: shortened(maskedText(answer.body, secrets)) },
    }),
  };
}

export function maskedText(text: string, secrets: ReadonlySet<string>): string {
  let result = text;
  for (const secret of secrets) result = result.replaceAll(secret, MASK);
  return result
    .replaceAll(SECRET_MEMBERS, `$1${MASK}$2`)
    .replaceAll(SECRET_PARAMETERS, `$1${MASK}`)
    .replaceAll(CREDENTIALS_OF_URL, `$1${MASK}@`);
}

const shortened = (text: string): string =>
  text.length > SHOWN_BODY_LENGTH ? `${text.slice(0, SHOWN_BODY_LENGTH)}… (${text.length} characters)` : text;
