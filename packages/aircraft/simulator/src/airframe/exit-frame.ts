import type { TetheredBody } from '../tether/tethered-body.ts';
import type { AirframeState, Deck } from './airframe.ts';

/** An airframe as its tether meets it: in the frame of the exit, which may move. */
export class ExitFrame implements TetheredBody {
  eastM = 0;
  northM = 0;
  upM = 0;
  eastMps = 0;
  northMps = 0;
  upMps = 0;
  airDensity = 0;
  lineKg = 0;
  /** Force of the tether, newton. */
  eastN = 0;
  northN = 0;
  upN = 0;

  /** Updates the motion. */
  meet(body: Pick<AirframeState, 'eastM' | 'northM' | 'upM' | 'eastMps' | 'northMps' | 'upMps'>, deck: Deck): void {
    this.eastM = body.eastM - deck.eastM;
    this.northM = body.northM - deck.northM;
    this.upM = body.upM - deck.upM;
    this.eastMps = body.eastMps - deck.eastMps;
    this.northMps = body.northMps - deck.northMps;
    this.upMps = body.upMps - deck.upMps;
  }

  pullBy(eastN: number, northN: number, upN: number): void {
    this.eastN = eastN;
    this.northN = northN;
    this.upN = upN;
  }
}
