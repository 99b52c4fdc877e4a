import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { HubScope } from '@kitestring/hub-contract/command.ts';
import { type SignedRequestName, signedRequest } from '@kitestring/hub-contract/signed-request.ts';
import type { BeatLog } from './beat-log.ts';
import { CommandExecutor } from './commands/command-executor.ts';
import { type Bound, judgeOrder } from './commands/judge-order.ts';
import { loggedApi } from './commands/logged-api.ts';
import { ReadProxy } from './commands/read-proxy.ts';
import type { StationApi } from './commands/station-api.ts';
import { readIdentity } from './identity/credentials-file.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import type { LinkSession } from './link-session.ts';
import { RelayPublications } from './relay/relay-publications.ts';
import type { VideoPublisher } from './relay/video-publisher.ts';
import { sleepProofMs } from './sleep-proof-ms.ts';
import type { StationFeed } from './station-feed.ts';
import { trusting } from './transport/hub-ca.ts';
import { UploadPace } from './transport/upload-pace.ts';
import { AutomaticUploads } from './uploads/automatic-uploads.ts';
import { PolicyKeeper } from './uploads/policy-keeper.ts';
import { UploadExecutor } from './uploads/upload-executor.ts';

interface LinkSettings {
  /** Address of the hub, as in the setting. */
  readonly url: string;
  /** PEM file of the hub's authority; absent for a public one. */
  readonly caFile?: string | undefined;
  readonly journalMaxMib: number;
  readonly journalKeepDays: number;
  /** Upper limit for records on the uplink, kbit/s. */
  readonly catchupKbps: number;
  /** Upper limits for uploads: kbit/s, and percent of the measured rate of the uplink. */
  readonly uploadKbps: number;
  readonly uploadSharePercent: number;
  /** Upper limit of what people may do through the hub. */
  readonly access: HubScope;
}

/** The parts of the station that execute orders. */
export interface HubOrdersDeps {
  readonly settings: LinkSettings;
  readonly dataDir: string;
  readonly feed: StationFeed;
  readonly api: StationApi;
  /** Absent on a station without live video. */
  readonly video?: VideoPublisher;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
}

/** One membership of the station, and one run of its service. */
interface Membership {
  readonly sid: string;
  readonly sign: (text: string) => string;
  readonly boot: string;
  readonly beats: BeatLog;
  readonly recorder: JournalRecorder;
  /** The current one. */
  readonly session: () => LinkSession | undefined;
}

export type HubOrders = ReturnType<typeof takeOrders>;

/** Executes everything that a hub can order: commands, reads, video to a relay, uploads. Orders in progress outlive a lost connection. */
export function takeOrders(deps: HubOrdersDeps & Membership) {
  const { beats, boot, clock, dataDir, feed, log, recorder, session, settings, sid, sign, video } = deps;
  const { access } = settings;
  const api = loggedApi(deps.api, log);
  // Beats use the same clock.
  const own = { sid, boot, beats };
  const judge = (bound: Bound) => judgeOrder(bound, { ...own, nowMs: sleepProofMs() });
  const awayFault = () => Promise.reject(new Error('no link to the hub'));
  const pace = new UploadPace({
    clock,
    roundTrip: () => session()?.roundTrip() ?? awayFault(),
    isVideoLive: () => relays.count > 0,
    mostKbps: settings.uploadKbps,
    sharePercent: settings.uploadSharePercent,
  });
  const relays = new RelayPublications({ access, clock, judge, log, video });
  const onChange = () => automatic.look();
  const policies = new PolicyKeeper({ dataDir, sid, log, onChange, linkKbps: () => pace.linkKbps });
  const ask = (name: SignedRequestName, message: Uint8Array, timeoutMs: number): Promise<Uint8Array> =>
    session()?.ask(name, signedRequest(sid, name, message, sign), timeoutMs) ?? awayFault();
  const automatic = new AutomaticUploads({
    api,
    policies,
    feed,
    clock,
    log,
    ask: (message, timeoutMs) => ask('offer', message, timeoutMs),
  });
  /** The hub may have its own certificate authority; object stores elsewhere use the public authorities. */
  const caFor = (url: string): string | undefined => {
    const isHub = new URL(url).origin === new URL(settings.url).origin;
    const identity = isHub ? readIdentity(dataDir) : undefined;
    return identity && trusting(identity, settings.caFile).credentials.ca;
  };
  return {
    policies,
    automatic,
    relays,
    commands: new CommandExecutor({ ...own, recorder, access, api, monotonicMs: sleepProofMs }),
    reads: new ReadProxy({ access, api, judge }),
    uploads: new UploadExecutor({
      access,
      api,
      ask,
      caFor,
      judge,
      log,
      pace,
      closed: (kind) => policies.closed(kind),
    }),
  };
}
