import { figure, LONG_S } from '../parameter-ranges.ts';

/** Data link, the Kite's failsafe, and Remote ID. */
export const LINK_PARAMETERS = {
  link: {
    /** The Kite makes a safety landing after this time without an answer from the Ground Station. Published. */
    silentS: figure(5, ...LONG_S),
    /**
     * So does one that the tether has brought no power for this time, or whose battery gives below this charge: a
     * landing takes a quarter of it, and below half the cells do not carry the peaks that gusts ask for beyond what the
     * tether carries (row X103). Published, the limits assumed.
     */
    unfedS: figure(2, ...LONG_S),
    leastPercent: figure(50, 0, 100, 'empty to full'),
    /** After this time without data the Ground Station's hardware no longer relies on the last ones. Assumed. */
    unheardS: figure(0.5, ...LONG_S),
  },
  remoteId: {
    /** Time from the start. Assumed. */
    selfTestS: figure(2, ...LONG_S),
  },
};
