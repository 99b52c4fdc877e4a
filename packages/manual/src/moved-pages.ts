/** Pages that were once at the root of the manual, by their folder of today; `old>new` where the name changed too. */
const MOVED = {
  administrator: 'accounts admin-api>plugins backup containers debian real-cameras',
  builder: 'ground-equipment mavlink real-aircraft tether-for-sitl',
  contribute: 'architecture publishing roadmap tour-of-a-command',
  explanation: 'hub/concepts>hub hub/security>hub-security scene security simulator',
  integrator:
    'conformance coverage fleet hub/api>hub-api hub/events>hub-events onvif record recordings replay rtsp scenarios sim-api snapshots test-in-ci tutorial-robust-client video',
  operator: 'console>console-tour hub/page>hub-page',
  reference: 'compatibility flight-log glossary hub/scale>hub-scale klv performance reactions versions',
};

/** Name of a page today, by the name that links from outside may still have. */
export const MOVED_PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(MOVED).flatMap(([folder, names]) =>
    names.split(' ').map((name): [string, string] => {
      const [old, now = old] = name.split('>');
      return [`${old}.html`, `${folder}/${now}.html`];
    }),
  ),
);
