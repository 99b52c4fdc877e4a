import { isHubUrl } from '@kitestring/station-contract/hub-url.ts';

/** Invitation address from an administrator of the hub: `https://hub.example/#code` or `https://hub.example/#code.pin`. */
export interface EnrolmentUrl {
  /** The hub’s URL, without the code; ends with `/`. */
  readonly hubUrl: string;
  readonly code: string;
  /** SHA-256 of the hub’s certificate, base64url, if no public authority has issued it. */
  readonly pin?: string;
}

const CODE_AND_PIN = /^#([a-z2-7]{26})(?:\.([A-Za-z0-9_-]{43}))?$/;

/** Undefined for anything else. `http:` is only allowed for a hub on the same computer. */
export function readEnrolmentUrl(text: string): EnrolmentUrl | undefined {
  const url = URL.parse(text);
  const [, code, pin] = CODE_AND_PIN.exec(url?.hash ?? '') ?? [];
  if (url === null || code === undefined || !isHubUrl(url)) return undefined;
  url.hash = '';
  return { hubUrl: url.href, code, ...(pin !== undefined && { pin }) };
}

export const enrolmentUrl = ({ hubUrl, code, pin }: EnrolmentUrl): string =>
  `${hubUrl}#${code}${pin === undefined ? '' : `.${pin}`}`;
