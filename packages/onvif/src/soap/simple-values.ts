import { argumentFault } from './soap-fault.ts';

const DURATION =
  /^P(?:0{1,6}Y)?(?:0{1,6}M)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:\.\d{1,9})?)S)?)?$/;

/** A `dateTime` of XML, milliseconds since 1970; NaN for none. Without a zone it is UTC, wherever the machine is. */
export const dateTimeMs = (text: string): number => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);

/** A `boolean` of XML, also with capitals, as clients write it; undefined for none. */
export function booleanValue(text: string | undefined): boolean | undefined {
  if (text === '1' || text?.toLowerCase() === 'true') return true;
  return text === '0' || text?.toLowerCase() === 'false' ? false : undefined;
}

/**
 * A `duration` of XML in seconds, as `PT1.5S`. Days are included, years and months only as none, with which some libraries begin.
 * @throws SoapFault
 */
export function secondsOf(text: string): number {
  const found = DURATION.exec(text);
  if (found === null || !/\d[A-Z]$/.test(text)) throw argumentFault(`"${text.slice(0, 32)}" is no duration`);
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = found;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
