/** Where to begin reading in a package: files, in order, each with what it shows. */
export const DOORS: Readonly<Record<string, readonly (readonly [file: string, text: string])[]>> = {
  cli: [
    ['src/main.ts', 'the entry of the program'],
    ['src/commands.ts', 'all commands; each is a file of `src/commands`, whose work is in the folder of its name'],
    ['src/serve/run-station.ts', '`kitestring serve`, from settings to the running station'],
  ],
  'station-app': [
    ['src/start.ts', 'starts a station in a world'],
    ['src/station-computer.ts', 'the part that restarts: rules, API and network'],
    ['src/worlds/world.ts', 'an aircraft and its time'],
  ],
  'lab-scenario': [
    ['src/file/read-scenario.ts', 'a file becomes a scenario, or a list of problems'],
    ['src/run/run-scenario.ts', 'a scenario on a station'],
    ['src/judge', 'what must be true while it runs'],
  ],
  'hub-app': [
    ['src/hub.ts', 'a whole hub, put together'],
    ['src/api/hub-routes.ts', 'its API'],
    ['src/archive', 'records of all stations, each once'],
  ],
  'station-api': [
    ['src/api/make-api.ts', 'the API of one station'],
    ['src/api/flight', 'a group of operations: input, a call of the station, an answer'],
    ['src/versions', 'older versions of the API'],
  ],
  'lab-wire-faults': [
    ['src/wire-faults.ts', 'the faults that are active'],
    ['src/request-faults.ts', 'what they do to requests'],
    ['src/websocket-faults.ts', 'what they do to open WebSockets'],
  ],
  'lab-request-journal': [
    ['src/request-journal.ts', 'observes all traffic and keeps the newest entries'],
    ['src/coverage-report.ts', 'what an integration has met, and what it has not'],
    ['src/reactions.ts', 'how a client reacted to a refusal'],
  ],
  'console-page': [
    ['src/main.tsx', 'the entry of the page'],
    ['src/shell/layout.tsx', 'how the page is divided'],
    ['src/station/source.ts', 'the connection to the station that all parts share'],
  ],
  'hub-page': [
    ['src/main.tsx', 'the entry of the page'],
    ['src/shell/layout.tsx', 'how the page is divided'],
    ['src/fleet-context.tsx', 'what all parts know of the fleet'],
  ],
  'console-ui': [
    ['src/button.tsx', 'a typical part'],
    ['src/styles', 'colours, sizes, themes'],
    ['build/page-source.ts', 'how a page is found or built'],
  ],
  'aircraft-ground': [
    ['src/lines/line-equipment.ts', 'a box that speaks lines of JSON: its link, its readings, the orders to it'],
    ['src/watch/line-motion.ts', 'whether an ordered winch moves as it should'],
    ['src/equipped-aircraft.ts', 'the aircraft with this equipment, as the station sees it'],
  ],
  'aircraft-mavlink': [
    ['src/mavlink-aircraft.ts', 'the aircraft of a station, and which vehicle of the link it is'],
    ['src/orders/flight-commands.ts', 'each order in the way of its autopilot'],
    ['src/control/who-flies.ts', 'the station, a pilot, or a failsafe'],
  ],
  'aircraft-sitl': [
    ['src/run/tether-run.ts', 'the physics of one autopilot, its faults, and what happens'],
    ['src/ardupilot/json-session.ts', "lockstep with ArduPilot's SITL"],
  ],
  'video-host': [
    ['src/video.ts', 'the video of a station'],
    ['src/process/media-child.ts', 'how the media process is started and confined'],
    ['src/recordings/recording-library.ts', 'finished recordings'],
  ],
  'station-flightlog': [
    ['src/write/flight-log-writer.ts', 'how a flight is written'],
    ['src/read/read-flight-log.ts', 'how it is read'],
    ['src/report/report-page.ts', 'the page made from it'],
  ],
  settings: [
    ['src/station-table.ts', 'the table of a station; its groups are in `src/table`'],
    ['src/hub/hub-table.ts', 'the table of a hub'],
    ['src/load-settings.ts', 'defaults, file, variables and flags become settings'],
  ],
  manual: [
    ['src/make-manual.ts', 'all files of the site'],
    ['src/page-body.ts', 'Markdown becomes HTML'],
    ['src/assets/manual.js', 'search'],
  ],
  'hub-link': [
    ['src/fleet-link.ts', 'the link of one station'],
    ['src/journal/fleet-journal.ts', 'what waits for the hub, on the disk'],
    ['src/commands/command-executor.ts', 'a command that comes from the hub'],
  ],
  'station-store': [
    ['src/open-store.ts', 'opens the database, or says what is wrong with it'],
    ['src/sqlite-store.ts', 'what the rules ask of a store'],
    ['src/migrations.ts', 'its layout, version by version'],
  ],
  'video-process': [
    ['src/process/media-main.ts', 'the entry of the process'],
    ['src/process/protocol.ts', 'its messages from and to the station'],
    ['src/rtsp', 'the RTSP server'],
  ],
  'video-scene': [
    ['src/world/world.ts', 'what stands where'],
    ['src/render/colour-renderer.ts', 'a colour picture of it'],
    ['src/render/thermal-renderer.ts', 'a thermal one'],
  ],
  'lab-conformance': [
    ['src/conform.ts', 'a run of the kit'],
    ['src/checks/all-checks.ts', 'all checks, by group'],
    ['score/run.ts', 'how many seeded defects they catch'],
  ],
  'lab-testing': [
    ['src/virtual-clock.ts', 'a clock that tests move'],
    ['src/describe-aircraft.ts', 'the suite that every aircraft must pass'],
    ['src/station-process.ts', 'a station in a process of its own'],
  ],
  web: [
    ['src/http/pipeline.ts', 'a request, from its first byte to its answer'],
    ['src/subscriptions/subscriptions.ts', 'topics over WebSockets'],
    ['src/listen/http-listener.ts', 'ports, TLS, limits of connections'],
  ],
  'hub-contract': [
    ['src/subjects.ts', 'who talks to whom, by which subject'],
    ['src/segment.ts', 'how records travel'],
    ['src/fleet', "the operations of the hub's API"],
  ],
  'mavlink-vehicle': [
    ['src/mavlink-vehicle.ts', 'the vehicle, put together'],
    ['src/autopilot/flight-orders.ts', "commands as the station's operations"],
    ['src/personas/persona.ts', 'where autopilots differ'],
  ],
  onvif: [
    ['src/onvif-server.ts', 'the listener: a request, from its bytes to its answer'],
    ['src/services/services.ts', 'all operations, by service'],
    ['src/ptz/spaces.ts', 'coordinates of ONVIF and of the camera'],
  ],
  'station-core': [
    ['src/station.ts', 'all rules, put together'],
    ['src/flight/flight-phase.ts', 'the state machine of a flight, as a table'],
    ['src/ports/aircraft.ts', 'what a station needs of an aircraft'],
  ],
  'station-contract': [
    ['src/operations.ts', 'all operations'],
    ['src/topics.ts', 'all topics'],
    ['src/errors.ts', 'all refusals'],
  ],
  os: [
    ['src/private-file.ts', 'files that only their owner reads, written whole or not at all'],
    ['src/child-permissions.ts', 'how a child process is confined'],
  ],
  base: [
    ['src/clock.ts', 'what everything takes its time from'],
    ['src/topic.ts', 'a value that changes, and its listeners'],
    ['src/state-archive.ts', 'how the state of a simulated station is saved'],
  ],
};
