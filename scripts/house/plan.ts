/** One package of the workspace: its permitted imports and its content. */
interface Room {
  /** Packages that its source may import. */
  readonly imports: readonly string[];
  /** Packages that only its tests may import, beside those and `testing`. */
  readonly testImports?: readonly string[];
  /** Content, one line of Markdown for docs/architecture.md. */
  readonly text: string;
}

/**
 * The plan of all packages, top layer first: imports go downward only. The boundaries test enforces it,
 * docs/architecture.md shows it.
 */
export const PLAN: Readonly<Record<string, Room>> = {
  cli: {
    imports: [
      'groundstation',
      'scenario',
      'hub',
      'video',
      'flightlog',
      'settings',
      'link',
      'store',
      'conform',
      'client',
      'web',
      'os',
      'hubcontract',
      'station',
      'contract',
      'base',
    ],
    testImports: ['simulator', 'media'],
    text: 'the command `kitestring`',
  },
  groundstation: {
    imports: [
      'scenario',
      'server',
      'console',
      'video',
      'flightlog',
      'settings',
      'link',
      'store',
      'simulator',
      'media',
      'web',
      'os',
      'hubcontract',
      'station',
      'contract',
      'base',
    ],
    testImports: ['client'],
    text: 'the only one that knows all the others: `start.ts` puts a station together in a world, which is an aircraft and its time',
  },
  scenario: {
    imports: ['settings', 'simulator', 'client', 'station', 'contract', 'base'],
    text: 'scenario files: their language, their checks, the run on a station, the reports ([guide](scenarios.md))',
  },
  hub: {
    imports: ['hubconsole', 'console', 'settings', 'web', 'os', 'hubcontract', 'contract', 'base'],
    text: 'many stations, one place: the broker and its identities, the archive of all records, the fleet API ([guide](hub/install.md))',
    testImports: ['link'],
  },
  server: {
    imports: ['video', 'settings', 'store', 'web', 'station', 'contract', 'base'],
    testImports: ['media'],
    text: "the station's API: its routes, pages and versions, on the parts of `web`",
  },
  console: {
    imports: ['kit', 'player', 'client', 'media', 'contract', 'base'],
    testImports: ['flightlog', 'groundstation', 'media', 'settings'],
    text: "the operator's page, and what builds it ([guide](console.md))",
  },
  hubconsole: {
    imports: ['kit', 'player', 'hubcontract', 'contract', 'base'],
    testImports: ['hub', 'console', 'settings'],
    text: "the hub's page, and what builds it ([guide](hub/page.md))",
  },
  kit: {
    imports: ['contract', 'base'],
    text: 'what our pages are made of: controls, styles, the ground of a map, and how a page is built',
  },
  player: {
    imports: ['contract'],
    testImports: ['groundstation', 'media', 'scene', 'settings'],
    text: 'plays a stream of the station in a browser over the best path there is ([guide](video.md#in-a-browser))',
  },
  video: {
    imports: ['flightlog', 'settings', 'media', 'web', 'os', 'station', 'contract', 'base'],
    text: 'the host of the media process: its supervisor, its streams, and the files of recordings ([guide](recordings.md))',
  },
  flightlog: {
    imports: ['settings', 'station', 'contract', 'base'],
    text: 'the log of a flight as MCAP: how it is written and read, the page made from it ([guide](flight-log.md)); the recording of a station, read and played ([guide](replay.md))',
  },
  settings: {
    imports: ['media', 'web', 'station', 'contract'],
    text: 'every setting in one table: name, type, default, range, text; files, variables, flags and all types follow from it',
  },
  link: {
    imports: ['store', 'os', 'hubcontract', 'contract', 'base'],
    text: "the station's side of a fleet hub: identity, journal, outbox, beats, topics; not loaded without one ([guide](hub/concepts.md))",
  },
  store: {
    imports: ['os', 'station', 'contract', 'base'],
    text: 'what survives a kill: SQLite in the data folder, its migrations, the audit log, durable files, secrets',
  },
  simulator: {
    imports: ['station', 'contract', 'base'],
    text: 'a synchronous step at 400 Hz, and the aircraft that the station sees of it ([guide](simulator.md))',
  },
  media: {
    imports: ['scene', 'os', 'contract', 'base'],
    text: 'the media process: sources, codecs, RTSP, recordings ([guide](video.md))',
  },
  scene: {
    imports: ['contract', 'base'],
    text: 'what the simulated camera sees, drawn by plain TypeScript ([guide](scene.md))',
  },
  conform: {
    imports: ['client', 'contract', 'base'],
    testImports: ['groundstation', 'settings', 'station'],
    text: 'checks any station against the published API ([guide](conformance.md))',
  },
  client: {
    imports: ['contract', 'base'],
    testImports: ['media'],
    text: 'a typed client, published on its own too: token renewal, retries, live topics, commands that wait, control that is held, downloads, the time of the station ([guide](../packages/client/README.md))',
  },
  testing: {
    imports: ['station', 'contract', 'base'],
    text: 'what tests of several packages share: virtual clock, scripted aircraft, one suite for every aircraft',
  },
  web: {
    imports: ['os', 'contract', 'base'],
    testImports: ['station'],
    text: 'an API over HTTP and WebSocket: routes, access, limits, TLS, subscriptions, pages, documentation; stations and hubs are built on it',
  },
  hubcontract: {
    imports: ['contract', 'base'],
    text: 'what stations and a fleet hub say to each other: subjects, streams, messages, permissions, limits',
  },
  station: {
    imports: ['contract', 'base'],
    text: 'the rules: flight, camera, control, sessions, recordings, who may watch. No input or output, no framework, no clock of its own',
  },
  contract: {
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
