import { Fault } from '@kitestring/base/fault.ts';

/** An invalid setting prevents the start. The message is one line: place, setting, value and what is allowed. */
export class SettingsFault extends Fault {
  constructor(place: string, message: string, options?: ErrorOptions) {
    super(oneLine(`${place}: ${message}`), options);
  }
}

/** Sanitises external text for a terminal: no line breaks and no control characters (they could move the cursor). */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
