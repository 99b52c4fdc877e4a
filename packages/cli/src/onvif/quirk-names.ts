import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { ONVIF_QUIRK_NAMES, type OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import { UsageFault } from '../context.ts';

/** Names of bugs, separated by commas; `none` for an empty list. @throws UsageFault */
export function quirkNames(command: string, text: string): readonly OnvifQuirkName[] {
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const name = ONVIF_QUIRK_NAMES.find((known) => known === word.trim());
    if (name !== undefined) return name;
    const allowed = suggestion(word, ONVIF_QUIRK_NAMES) || `, allowed: none, ${ONVIF_QUIRK_NAMES.join(', ')}`;
    throw new UsageFault(`${command}: unknown bug ${oneLine(word)}${allowed}`);
  });
}
