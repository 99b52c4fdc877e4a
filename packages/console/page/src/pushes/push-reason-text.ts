import { fillTemplate } from '@kitestring/base/template.ts';
import { PUSH_REASONS, type PushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import { matchedTemplate, sentence } from '../words/matched-template.ts';

/** Why a stream does not reach its relay, in the language of the page; in the station's words if this page does not know the reason. */
export function pushReasonText(reason: string, texts: Readonly<Record<PushReason, string>>): string {
  const found = matchedTemplate(Object.entries(PUSH_REASONS) as [PushReason, string][], reason);
  return found === undefined ? reason : sentence(fillTemplate(texts[found.name], found.values));
}
