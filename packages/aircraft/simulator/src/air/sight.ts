const MS_PER_H = 3_600_000;
const H_PER_DAY = 24;
/** The sun moves by so much in an hour. */
const DEG_PER_H = 15;

/** Weather of the camera's picture. */
interface SightConditions {
  /** Distance at which 2 % of a contrast remain, metres. */
  readonly visibilityM: number;
  /** Covered share of the sky, 0 to 1. */
  readonly cloudCover: number;
  readonly rainMmph: number;
}

/** Local mean solar time, hours from 0 to 24: at 12 the sun is highest, but for the equation of time. */
export const solarHour = (unixMs: number, longitudeDeg: number): number => {
  const hour = (unixMs / MS_PER_H + longitudeDeg / DEG_PER_H) % H_PER_DAY;
  return hour < 0 ? hour + H_PER_DAY : hour;
};

/** Weather and light of the camera's picture: they have no effect on the flight. */
export class Sight implements SightConditions {
  visibilityM: number;
  cloudCover: number;
  rainMmph: number;
  /** Time by which the sun is ahead of the station's clock, milliseconds, at most half a day. */
  sunAheadMs = 0;

  constructor({ visibilityM, cloudCover, rainMmph }: SightConditions) {
    this.visibilityM = visibilityM;
    this.cloudCover = cloudCover;
    this.rainMmph = rainMmph;
  }

  /** Moves the sun to an hour, from which it goes on. @param unixMs time of the station */
  setSolarHour(hour: number, unixMs: number, longitudeDeg: number): void {
    const ahead = hour - solarHour(unixMs, longitudeDeg);
    const turns = Math.round(ahead / H_PER_DAY);
    this.sunAheadMs = (ahead - turns * H_PER_DAY) * MS_PER_H;
  }
}
