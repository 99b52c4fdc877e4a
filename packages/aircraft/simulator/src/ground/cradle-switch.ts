/** The switch in the cradle that a seated Kite closes. */
export class CradleSwitch {
  /** Stuck open, with or without a Kite. A fault. */
  isBlind = false;

  read(isKiteInCradle: boolean): boolean {
    return isKiteInCradle && !this.isBlind;
  }
}
