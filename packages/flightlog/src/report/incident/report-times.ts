/** How a report writes times: in the zone of the station, which it names once. */
export interface ReportTimes {
  /** `10:30:04` */
  readonly clock: (timeUs: number) => string;
  /** `10:30` */
  readonly short: (timeUs: number) => string;
  /** `21 November 2026` */
  readonly date: (timeUs: number) => string;
  readonly zoneText: string;
}

/** @param zone IANA name; UTC where this machine does not know it */
export function reportTimes(locale: string, zone: string): ReportTimes {
  const timeZone = isKnown(zone) ? zone : 'UTC';
  const format = (fields: Intl.DateTimeFormatOptions) => {
    const known = new Intl.DateTimeFormat(locale, { ...fields, timeZone, hourCycle: 'h23' });
    return (timeUs: number) => known.format(timeUs / 1000);
  };
  return {
    clock: format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    short: format({ hour: '2-digit', minute: '2-digit' }),
    date: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    zoneText: timeZone,
  };
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
