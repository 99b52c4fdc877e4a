/** The switch in the cradle that a Kite presses down. */
export class CradleSwitch {
  /** It no longer closes, Kite or not. A fault. */
  isBlind = false;

  read(isKiteInCradle: boolean): boolean {
    return isKiteInCradle && !this.isBlind;
  }
}
