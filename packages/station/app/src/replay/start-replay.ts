import type { Log } from '@kitestring/base/log.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { type Api, makeApi, type ServedStation } from '@kitestring/station-api/api/make-api.ts';
import { operationWatch } from '@kitestring/station-api/api/operation-watch.ts';
import { RecordedStreams } from '@kitestring/station-api/api/replay/recorded-streams.ts';
import { replayOperations } from '@kitestring/station-api/api/replay/replay-operations.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import type { TopicName } from '@kitestring/station-contract/topics.ts';
import { Auth, KnownPlaces, LoginThrottle } from '@kitestring/station-core/auth';
import type { Notifications } from '@kitestring/station-core/notifications';
import { ReplayedStation, type ReplayOptions, type Shift } from '@kitestring/station-flightlog/replay';
import type { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { DEADLINES, type Deadlines, EndedConnections, stationUrl } from '@kitestring/web/listen';
import { bugFamily } from '../bugs.ts';
import { ensureFirstKey } from '../first-key/first-key-file.ts';
import { firstKeyFollower } from '../first-key/first-key-follower.ts';
import { type CoreOptions, type Foundation, openAdministration, startAudit, startFoundation } from '../foundation.ts';
import { openNetwork } from '../network/open-network.ts';
import type { RunningStation } from '../running-station.ts';
import { openCertificate } from '../start.ts';

interface StartReplayOptions extends CoreOptions, ReplayOptions {
  readonly shift: Shift;
  readonly deadlines?: Deadlines;
}

/** A recording that is served, for the code that started it. */
interface RunningReplay
  extends AsyncDisposable,
    Pick<RunningStation, 'addresses' | 'url' | 'onBug' | 'pin' | 'firstKey'> {
  readonly replay: ReplayedStation;
}

/**
 * Serves a recording by the API of a station. There is no aircraft and there are no rules: published messages are sent
 * again, at their times.
 * @throws StoreFault, TlsFault, ListenFault; everything started has been stopped by then
 */
export async function startReplay(settings: ServerSettings, options: StartReplayOptions): Promise<RunningReplay> {
  await using cleanup = new AsyncDisposableStack();
  // Real-time timers do not keep the process alive, so it ends only after everything has stopped.
  cleanup.adopt(
    setInterval(() => {}, 60_000),
    clearInterval,
  );
  const { deadlines = DEADLINES, shift, ...replayOptions } = options;
  const core = startFoundation(settings, options, cleanup);
  const { bugs, log, realTimeClock } = core;
  const { historyLimit } = settings.station.notifications;
  const replay = cleanup.adopt(
    new ReplayedStation({ ...replayOptions, shift, historyLimit, realTimeClock, onBug: bugs.report }),
    (it) => it.stop(),
  );
  const certificate = await openCertificate(core);
  const notices = serverNotices(log);
  const auth = cleanup.adopt(makeAuth(core, notices), (it) => it.stop());
  const firstKey = await ensureFirstKey(auth, settings);
  const ended = new EndedConnections();
  const audit = startAudit(core, replay.playback, cleanup);
  await openAdministration(core, audit, { auth: () => auth, isAirborne: () => false }, cleanup);
  const loginThrottle = makeLoginThrottle(core, notices, cleanup);
  const api = startApi({ core, audit, replay, auth, notices, ended, loginThrottle }, cleanup);
  const network = cleanup.adopt(
    await openNetwork({ core, certificate, listeners: settings.listeners, deadlines, ended, loginThrottle }, api),
    (it) => it.stop(),
  );
  cleanup.defer(certificate.watch((pair) => network.renewTls(pair), notices));
  // Subscribers have states of another time.
  replay.playback.follow({
    playTo: () => {},
    jumpTo: () => api.connections.restartAll('the replay goes to another time'),
  });
  core.console?.begin();
  const { addresses } = network;
  const running = cleanup.move();
  return {
    replay,
    addresses,
    url: stationUrl(addresses[0], settings.tlsMode),
    onBug: bugs.report,
    pin: certificate.current.pin,
    firstKey,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

type Notices = Pick<Notifications, 'raise' | 'clear' | 'set'>;

/** Notifications about this server are not part of the recording: they are logged. */
function serverNotices(log: Log): Notices {
  const active = new Set<string>();
  const raise: Notices['raise'] = (notification, parameters) => {
    if (active.has(notification)) return;
    active.add(notification);
    log.warn({ notification, ...parameters }, 'a notification of the replay itself, not of the recording');
  };
  const clear: Notices['clear'] = (notification) => void active.delete(notification);
  return { raise, clear, set: (name, isActive, parameters) => (isActive ? raise(name, parameters) : clear(name)) };
}

/** Sessions are current: their times are real, at any time and speed of the replay. */
function makeAuth({ bugs, realTimeClock, secrets, settings, store }: Foundation, notifications: Notices): Auth {
  const { accounts, plugins, sessions, watchLinks } = store;
  const stores = { accounts, plugins, sessions, watchLinks };
  const { tokens } = settings.station;
  return new Auth({
    ...stores,
    clock: realTimeClock,
    realTimeClock,
    secrets,
    notifications,
    tokens,
    onBug: bugs.report,
  });
}

interface ReplayApiDeps {
  readonly core: Foundation;
  readonly audit: AuditLog;
  readonly replay: ReplayedStation;
  readonly auth: Auth;
  readonly notices: Notices;
  readonly ended: EndedConnections;
  readonly loginThrottle: LoginThrottle;
}

function makeLoginThrottle(
  { realTimeClock, settings, store }: Foundation,
  notifications: Notices,
  cleanup: AsyncDisposableStack,
): LoginThrottle {
  const { wrongKeysPerMin: perMin } = settings.limits;
  const known = new KnownPlaces(store.documents);
  return cleanup.adopt(new LoginThrottle({ realTimeClock, perMin, notifications, known }), (it) => it.stop());
}

function startApi(
  { audit, auth, core, ended, loginThrottle, notices, replay }: ReplayApiDeps,
  cleanup: AsyncDisposableStack,
): Api {
  const { bugs, console, log, onStoreFault, realTimeClock, secrets, settings, settled, store, systemClock } = core;
  const signIns = { used: { tokens: new Map<string, string>(), keys: new Map<string, string>() }, loginThrottle };
  const isHealthy = () => store.isUsable();
  const streams = new RecordedStreams(replay);
  const operations = replayOperations({
    audit,
    auth,
    isHealthy,
    log,
    replay,
    settings,
    streams,
    ...signIns,
    followFirstKey: firstKeyFollower({ secrets, folder: settings.dataDir, log }),
    stationSpeed: () => 1,
  });
  const station = servedStation(replay, auth, notices);
  const topics = [...replay.topics];
  const api = makeApi({
    base: { settings, secrets, realTimeClock, systemClock, onBug: bugs.report, log },
    content: { station, topics, operations, streams, isReplay: true, ...(console !== undefined && { console }) },
    status: { isHealthy, gauges: [], families: [bugFamily(bugs), ended.family] },
    signIns,
    records: { watchOf: operationWatch({ audit }), onStoreFault, settled },
  });
  return cleanup.adopt(api, (it) => it.stop());
}

function servedStation(replay: ReplayedStation, auth: Auth, { clear, raise }: Notices): ServedStation {
  const { notifications, playback, topics } = replay;
  const topicNamed = (name: TopicName) => topics.get(name);
  return {
    auth,
    clock: playback,
    // Nothing flies.
    aircraft: { identity: { simulated: true } },
    notifications: {
      active: () => notifications.active(),
      onEvent: (listener) => notifications.onEvent(listener),
      raise,
      clear,
    },
    handoff: {
      permit: () => refuse('REPLAY_READ_ONLY'),
      topic: { invalidate: () => topicNamed('handoff/state')?.invalidate() },
    },
    topics: {
      flight: {
        get value() {
          return replay.flightState();
        },
      },
    },
  };
}
