import { digestKey, digestResponse, readParameters } from '@kitestring/video-process/rtsp';

interface SignedRequest {
  readonly method: string;
  readonly uri: string;
  readonly user: string;
  readonly password: string;
}

/** Value of `Authorization` by the challenge for SHA-256. @param challenges header, or the whole text with it */
export function digestAnswer(challenges: string, { method, password, uri, user }: SignedRequest): string {
  const given = readParameters(
    /Digest ([^\r\n]*?algorithm=SHA-256[^\r\n]*?)(?:, Digest|\r|$)/m.exec(challenges)?.[1] ?? '',
  );
  const { nonce = '', realm = '' } = Object.fromEntries(given ?? []);
  const counted = { nonceCount: '00000001', clientNonce: 'abc' };
  const asked = { method, algorithm: 'SHA-256', nonce, uri, counted } as const;
  const response = digestResponse(asked, digestKey({ algorithm: 'SHA-256', user, realm }, password));
  return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=SHA-256, qop=auth, nc=00000001, cnonce="abc", response="${response}"`;
}
