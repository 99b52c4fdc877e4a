import { isHubUrl } from '@kitestring/station-contract/hub-url.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';

/** Address of the hub for an invitation. Plain HTTP is refused with INVITATION_UNENCRYPTED, because the code could be read in transit. */
export function invitationAddress(hubUrl: string): Result<string> {
  const url = URL.parse(hubUrl);
  return url !== null && isHubUrl(url) ? ok(hubUrl) : refuse('INVITATION_UNENCRYPTED', { url: hubUrl });
}
