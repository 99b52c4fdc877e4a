/** A setting stops the start. The message is one line: the place, the setting, what was got and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(place: string, message: string, options?: ErrorOptions) {
    super(oneLine(`${place}: ${message}`), options);
  }
}

/** Text from outside shown on a terminal: no line breaks and no control characters (they could move the cursor). */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
