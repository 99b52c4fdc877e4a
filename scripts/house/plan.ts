/** One package of the workspace, by its name without `@kitestring/`: its permitted imports and its content. */
interface Room {
  /** Packages that its source may import. */
  readonly imports: readonly string[];
  /** Packages that only its tests may import, beside those and `lab-testing`. */
  readonly testImports?: readonly string[];
  /** Content, one line of Markdown for docs/contribute/architecture.md. */
  readonly text: string;
}

/**
 * The plan of all packages, top layer first: imports go downward only. The boundaries test enforces it,
 * docs/contribute/architecture.md shows it.
 */
export const PLAN: Readonly<Record<string, Room>> = {
  cli: {
    imports: [
      'station-app',
      'lab-scenario',
      'hub-app',
      'video-host',
      'video-process',
      'station-flightlog',
      'settings',
      'hub-link',
      'station-store',
      'lab-conformance',
      'testing',
      'client',
      'web',
      'os',
      'hub-contract',
      'station-core',
      'station-contract',
      'aircraft-mavlink',
      'aircraft-sitl',
      'aircraft-simulator',
      'mavlink-link',
      'mavlink-codec',
      'base',
    ],
    text: 'the command `kitestring`',
  },
  'station-app': {
    imports: [
      'lab-scenario',
      'station-api',
      'lab-wire-faults',
      'lab-request-journal',
      'console-page',
      'video-host',
      'station-flightlog',
      'settings',
      'hub-link',
      'station-store',
      'aircraft-simulator',
      'aircraft-mavlink',
      'aircraft-ground',
      'video-process',
      'mavlink-vehicle',
      'onvif',
      'web',
      'os',
      'hub-contract',
      'station-core',
      'mavlink-link',
      'station-contract',
      'mavlink-link',
      'base',
    ],
    testImports: ['client'],
    text: 'the only one that knows all the others: `start.ts` puts a station together in a world, which is an aircraft and its time',
  },
  'lab-scenario': {
    imports: ['settings', 'aircraft-simulator', 'client', 'station-core', 'station-contract', 'base'],
    text: 'scenario files: their language, their checks, the run on a station, the reports ([guide](../integrator/scenarios.md))',
  },
  'hub-app': {
    imports: [
      'hub-page',
      'console-page',
      'settings',
      'manual',
      'web',
      'os',
      'hub-contract',
      'station-contract',
      'base',
    ],
    text: 'many stations, one place: the broker and its identities, the archive of all records, the fleet API ([guide](../hub/install.md))',
    testImports: ['hub-link'],
  },
  'station-api': {
    imports: [
      'lab-wire-faults',
      'lab-request-journal',
      'video-host',
      'settings',
      'station-store',
      'manual',
      'web',
      'station-core',
      'station-contract',
      'base',
    ],
    testImports: [
      'video-process',
      'lab-scenario',
      'station-app',
      'station-flightlog',
      'settings',
      'client',
      'aircraft-simulator',
    ],
    text: "the station's API: its routes, pages and versions, on the parts of `web`",
  },
  'lab-wire-faults': {
    imports: ['lab-request-journal', 'web', 'station-contract', 'base'],
    testImports: ['client', 'station-api', 'station-app'],
    text: 'faults between a station and its clients: delay, loss, wrong times, refusals ([list](../reference/faults.md))',
  },
  'lab-request-journal': {
    imports: ['web', 'station-contract', 'base'],
    testImports: ['station-api', 'station-app'],
    text: 'the journal of requests: what clients asked, and what an integration has not met yet ([guide](../integrator/coverage.md))',
  },
  'console-page': {
    imports: ['console-ui', 'video-player', 'client', 'video-process', 'station-contract', 'base'],
    testImports: ['station-flightlog', 'station-app', 'video-process', 'settings'],
    text: "the operator's page, and what builds it ([guide](../operator/console-tour.md))",
  },
  'hub-page': {
    imports: ['console-ui', 'video-player', 'hub-contract', 'station-contract', 'base'],
    testImports: ['hub-app', 'console-page', 'settings'],
    text: "the hub's page, and what builds it ([guide](../operator/hub-page.md))",
  },
  'console-ui': {
    imports: ['station-contract', 'base'],
    text: 'what our pages are made of: controls, styles, the ground of a map, and how a page is built',
  },
  'video-player': {
    imports: ['station-contract'],
    testImports: ['station-app', 'video-process', 'video-scene', 'settings'],
    text: 'plays a stream of the station in a browser over the best path there is ([guide](../integrator/video.md#in-a-browser))',
  },
  onvif: {
    imports: ['video-process', 'web', 'os', 'station-contract', 'base'],
    testImports: ['station-app', 'station-core'],
    text: "the station's camera as an ONVIF device for video management systems; not loaded without it ([guide](../integrator/onvif.md))",
  },
  'video-host': {
    imports: [
      'station-flightlog',
      'settings',
      'video-process',
      'web',
      'os',
      'station-core',
      'station-contract',
      'base',
    ],
    text: 'the host of the media process: its supervisor, its streams, and the files of recordings ([guide](../integrator/recordings.md))',
  },
  'station-flightlog': {
    imports: ['settings', 'station-core', 'station-contract', 'base'],
    text: 'the log of a flight as MCAP: how it is written and read, the page made from it ([guide](../reference/flight-log.md)); the recording of a station, read and played ([guide](../integrator/replay.md))',
  },
  settings: {
    imports: ['video-process', 'web', 'station-core', 'station-contract', 'base'],
    text: 'every setting in one table: name, type, default, range, text; files, variables, flags and all types follow from it',
  },
  'hub-link': {
    imports: ['station-store', 'os', 'hub-contract', 'station-contract', 'base'],
    text: "the station's side of a fleet hub: identity, journal, outbox, beats, topics; not loaded without one ([guide](../explanation/hub.md))",
  },
  'station-store': {
    imports: ['os', 'station-core', 'station-contract', 'base'],
    text: 'what survives a kill: SQLite in the data folder, its migrations, the audit log, durable files, secrets',
  },
  'aircraft-sitl': {
    imports: ['aircraft-simulator', 'mavlink-codec', 'station-contract', 'base'],
    text: "our tether as the external physics of ArduPilot's and PX4's simulators, in lockstep; loaded only by `kitestring tether` ([guide](../builder/tether-for-sitl.md))",
  },
  'aircraft-simulator': {
    imports: ['station-core', 'station-contract', 'base'],
    text: 'a synchronous step at 400 Hz, and the aircraft that the station sees of it ([guide](../explanation/simulator.md))',
  },
  'aircraft-ground': {
    imports: ['station-core', 'mavlink-link', 'mavlink-codec', 'base'],
    text: 'winch, tether power and box of a real aircraft, by lines of JSON or by MAVLink; loaded only with such an aircraft ([guide](../builder/ground-equipment.md))',
  },
  'aircraft-mavlink': {
    imports: ['station-core', 'mavlink-link', 'mavlink-codec', 'base'],
    text: 'flies ArduCopter and PX4 over MAVLink: their messages as samples, each order in the way of its autopilot; loaded only with such an aircraft ([guide](../builder/real-aircraft.md))',
  },
  'video-process': {
    imports: ['video-scene', 'os', 'station-contract', 'base'],
    text: 'the media process: sources, codecs, RTSP, recordings ([guide](../integrator/video.md))',
  },
  'video-scene': {
    imports: ['station-contract', 'base'],
    text: 'what the simulated camera sees, drawn by plain TypeScript ([guide](../explanation/scene.md))',
  },
  'lab-conformance': {
    imports: ['client', 'station-contract', 'base'],
    testImports: ['station-app', 'settings', 'station-core'],
    text: 'checks any station against the published API ([guide](../integrator/conformance.md))',
  },
  client: {
    imports: ['station-contract', 'base'],
    testImports: ['video-process'],
    text: 'a typed client, published on its own too: token renewal, retries, live topics, commands that wait, control that is held, downloads, the time of the station ([guide](../../packages/client/README.md))',
  },
  'lab-testing': {
    imports: ['testing', 'station-core', 'station-contract', 'base'],
    text: 'what tests of several packages share: virtual clock, scripted aircraft, one suite for every aircraft',
  },
  testing: {
    imports: [],
    text: 'a simulated station in the tests of an integrator ([guide](../../packages/testing/README.md))',
  },
  manual: {
    imports: ['web', 'station-contract', 'base'],
    testImports: ['station-app', 'console-page'],
    text: 'the manual as web pages: made from `docs`, served by stations and hubs, or written as files',
  },
  web: {
    imports: ['os', 'station-contract', 'base'],
    testImports: ['station-core', 'station-app'],
    text: 'an API over HTTP and WebSocket: routes, access, limits, TLS, subscriptions, pages, documentation; stations and hubs are built on it',
  },
  'hub-contract': {
    imports: ['station-contract', 'base'],
    text: 'what stations and a fleet hub say to each other: subjects, streams, messages, permissions, limits',
  },
  'mavlink-vehicle': {
    imports: ['mavlink-link', 'mavlink-codec', 'station-core', 'station-contract', 'base'],
    testImports: ['station-app', 'station-api'],
    text: "the station's aircraft as a MAVLink vehicle, with the manners of three autopilots; not loaded without one ([guide](../builder/mavlink.md))",
  },
  'station-core': {
    imports: ['station-contract', 'base'],
    text: 'the rules: flight, camera, control, sessions, recordings, who may watch. No input or output, no framework, no clock of its own',
  },
  'mavlink-link': {
    imports: ['mavlink-codec', 'base'],
    text: 'MAVLink links: UDP, TCP and serial ports, who is there, and the protocols of orders, parameters, rates, gimbals and cameras ([guide](../../packages/mavlink/link/README.md))',
  },
  'mavlink-codec': {
    imports: [],
    testImports: ['base'],
    text: 'MAVLink 2 as bytes and as messages: framing, signing, `.tlog` files; its tables come from the public definitions ([guide](../../packages/mavlink/codec/README.md))',
  },
  'station-contract': {
    imports: ['base'],
    text: 'every operation, schema, error, notification and topic of the API, once; OpenAPI and AsyncAPI are made from it',
  },
  os: {
    imports: ['base'],
    text: 'what we use of the operating system: private files and folders, child processes with few rights, send queues',
  },
  base: {
    imports: [],
    text: 'general parts: time and timers, topics, limits, random numbers, texts, angles. No input or output',
  },
};
