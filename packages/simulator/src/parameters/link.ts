import { figure, LONG_S } from '../parameter-ranges.ts';

/** Data link and Remote ID. */
export const LINK_PARAMETERS = {
  link: {
    /** The Kite makes a safety landing after this time without an answer from the Ground Station. Published. */
    silentS: figure(5, ...LONG_S),
    /** After this time without data the Ground Station's hardware no longer relies on the last ones. Assumed. */
    unheardS: figure(0.5, ...LONG_S),
  },
  remoteId: {
    /** Time from the start. Assumed. */
    selfTestS: figure(2, ...LONG_S),
  },
};
