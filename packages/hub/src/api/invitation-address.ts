import { isHubUrl } from '@kitestring/contract/hub-url.ts';
import { ok, type Result, refuse } from '@kitestring/contract/refusal.ts';

/** Address of the hub for an invitation, if stations accept it: over plain HTTP the code could be read on the way. INVITATION_UNENCRYPTED. */
export function invitationAddress(hubUrl: string): Result<string> {
  const url = URL.parse(hubUrl);
  return url !== null && isHubUrl(url) ? ok(hubUrl) : refuse('INVITATION_UNENCRYPTED', { url: hubUrl });
}
