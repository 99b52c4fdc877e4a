import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HubScope } from '@kitestring/hubcontract/command.ts';
import { Nkey } from '@kitestring/hubcontract/nkey.ts';
import { type SignedRequestName, signedRequest } from '@kitestring/hubcontract/signed-request.ts';
import { TOKEN_LENGTH, tokenOf } from '@kitestring/hubcontract/tokens.ts';
import { type Clock, every } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { StoreFault } from '@kitestring/store/store-fault.ts';
import { BeatLog } from './beat-log.ts';
import { CommandExecutor } from './commands/command-executor.ts';
import { type Bound, judgeOrder } from './commands/judge-order.ts';
import { loggedApi } from './commands/logged-api.ts';
import { ReadProxy } from './commands/read-proxy.ts';
import type { StationApi } from './commands/station-api.ts';
import { type FleetLinkStatus, journalFaultText, type LinkConnection } from './fleet-link-status.ts';
import {
  type HubIdentity,
  IdentityFault,
  readIdentity,
  replaceIdentity,
  usableIdentity,
} from './identity/credentials-file.ts';
import { HubRefusal, renewByHttps } from './identity/enrol.ts';
import { FleetJournal } from './journal/fleet-journal.ts';
import { journalFile } from './journal/journal-database.ts';
import { JournalRecorder } from './journal-recorder.ts';
import { LinkSession } from './link-session.ts';
import { RelayPublications } from './relay/relay-publications.ts';
import type { VideoPublisher } from './relay/video-publisher.ts';
import { sleepProofMs } from './sleep-proof-ms.ts';
import type { StationFeed } from './station-feed.ts';
import { type BrokerConnection, dial, isAuthorizationFault } from './transport/dial.ts';
import { hubCaIn, trusting } from './transport/hub-ca.ts';
import { reconnectWaitMs } from './transport/reconnect-wait.ts';
import { UploadPace } from './transport/upload-pace.ts';
import { AutomaticUploads } from './uploads/automatic-uploads.ts';
import { PolicyKeeper } from './uploads/policy-keeper.ts';
import { UploadExecutor } from './uploads/upload-executor.ts';

interface LinkSettings {
  /** Address of the hub, as in the setting. */
  readonly url: string;
  /** PEM of the hub's authority, if no public one. */
  readonly caFile?: string | undefined;
  readonly journalMaxMib: number;
  readonly journalKeepDays: number;
  /** Most of the uplink that records take, kbit/s. */
  readonly catchupKbps: number;
  /** Most of the uplink that uploads take, kbit/s, and percent of what it carries as measured. */
  readonly uploadKbps: number;
  readonly uploadSharePercent: number;
  /** The most that people may do through the hub. */
  readonly access: HubScope;
}

interface LinkDeps {
  readonly settings: LinkSettings;
  readonly dataDir: string;
  readonly feed: StationFeed;
  readonly api: StationApi;
  /** Absent on a station without live video. */
  readonly video?: VideoPublisher;
  /** Real time. */
  readonly clock: Clock;
  readonly stationClock: Pick<Clock, 'nowUs'>;
  readonly log: Log;
  /** Makes one connection to the broker; absent: that of a station. */
  readonly dial?: typeof dial;
  /** Called when the connection has changed. */
  readonly onChange?: (status: FleetLinkStatus) => void;
}

const LOOK_FOR_IDENTITY_MS = 1000;
const MIB = 1024 ** 2;
const DAY_MS = 86_400_000;

/**
 * The station’s side of a fleet hub: it records, keeps the connection, and says how both are. Everything else of the station goes
 * on whatever happens here.
 */
export class FleetLink {
  readonly #deps: LinkDeps;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #boot = tokenOf(randomBytes(TOKEN_LENGTH));
  readonly #beats = new BeatLog();
  #recorder: JournalRecorder | undefined;
  #orders:
    | {
        readonly commands: CommandExecutor;
        readonly reads: ReadProxy;
        readonly relays: RelayPublications;
        readonly uploads: UploadExecutor;
        readonly policies: PolicyKeeper;
        readonly automatic: AutomaticUploads;
      }
    | undefined;
  #session: LinkSession | undefined;
  #sid: string | undefined;
  /** Credentials that this membership has used: one of them is in the file, whichever the disk has taken. */
  readonly #jwts = new Set<string>();
  #connection: LinkConnection = { state: 'NotEnrolled', reason: 'not looked yet' };
  #failures = 0;
  #refusals = 0;
  #isQuarantined = false;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
    this.#running = this.#run().catch((bug: unknown) => deps.log.error({ err: bug }, 'the link to the hub has ended'));
  }

  status(): FleetLinkStatus {
    const journal = this.#recorder?.journal;
    const head = journal?.head ?? 0;
    const connection = this.#connection;
    return {
      connection: connection.state === 'Up' ? { ...connection, rttMs: this.#session?.rttMs } : connection,
      sid: this.#sid,
      clockOffsetMs: this.#session?.clockOffsetMs,
      unarchived: head - (journal?.have ?? 0),
      unsent: head - (journal?.sent ?? 0),
      journalBytes: journal?.bodyBytes ?? 0,
      journalFault: journalFaultText(this.#recorder?.fault),
      lost: this.#recorder?.lost ?? 0,
      video: this.#orders?.relays.uplinks ?? [],
    };
  }

  /** Ends the connection, and closes the journal with all that it was told. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#session?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let identity = await this.#identity(); identity !== undefined; identity = await this.#identity()) {
      this.#begin(identity);
      await this.#keepConnected(identity).finally(() => this.#end());
    }
  }

  /** Until the service ends, or the station is enrolled again. */
  async #keepConnected(enrolled: HubIdentity): Promise<void> {
    let identity = enrolled;
    while (!this.#isOver()) {
      try {
        identity = await this.#renewedIfDue(identity);
        await this.#connect(identity);
      } catch (fault) {
        identity = await this.#afterFailure(identity, fault);
      }
      for (
        let waitMs = reconnectWaitMs(this.#failures, this.#refusals);
        waitMs > 0 && !this.#isOver();
        waitMs -= LOOK_FOR_IDENTITY_MS
      ) {
        await this.#pause(Math.min(waitMs, LOOK_FOR_IDENTITY_MS));
      }
    }
  }

  async #end(): Promise<void> {
    this.#orders?.relays.stop();
    await this.#orders?.automatic.stop();
    await this.#orders?.uploads.stop();
    this.#recorder?.stop();
  }

  /** The service ends, or the station was enrolled again. An identity that cannot be read is told with each attempt to connect. */
  #isOver(): boolean {
    const jwt = usableIdentity(this.#deps.dataDir)?.credentials.jwt;
    return this.#stop.signal.aborted || (jwt !== undefined && !this.#jwts.has(jwt));
  }

  /** The credentials that are used from now on. */
  #use(identity: HubIdentity): HubIdentity {
    this.#jwts.add(identity.credentials.jwt);
    return identity;
  }

  /** Waits until the station is enrolled. Undefined when it stops before. */
  async #identity(): Promise<HubIdentity | undefined> {
    while (!this.#stop.signal.aborted) {
      try {
        const identity = readIdentity(this.#deps.dataDir);
        const { url } = this.#deps.settings;
        if (identity !== undefined && identity.hubUrl === url) return identity;
        const reason =
          identity === undefined ? `not enrolled at ${url}` : `enrolled at ${identity.hubUrl}, not at ${url}`;
        this.#changed({ state: 'NotEnrolled', reason });
      } catch (fault) {
        if (!(fault instanceof IdentityFault)) throw fault;
        this.#changed({ state: 'NotEnrolled', reason: fault.message });
      }
      await this.#pause(LOOK_FOR_IDENTITY_MS);
    }
    return undefined;
  }

  #begin(identity: HubIdentity): void {
    this.#jwts.clear();
    const { credentials, seed } = this.#use(identity);
    const { sid } = credentials;
    const { clock, dataDir, feed, log, settings, stationClock } = this.#deps;
    const key = Nkey.fromSeed(seed, 'user');
    this.#sid = sid;
    this.#failures = 0;
    this.#refusals = 0;
    this.#isQuarantined = false;
    this.#changed({ state: 'Down', reason: 'not connected yet', sinceUs: clock.nowUs() });
    const sign = (text: string) => key.sign(Buffer.from(text)).toString('base64url');
    const openJournal = () => {
      const journal = new FleetJournal({
        file: journalFile(dataDir),
        sid,
        sign,
        newEpoch: () => tokenOf(randomBytes(TOKEN_LENGTH)),
        maxBytes: settings.journalMaxMib * MIB,
        keepMs: settings.journalKeepDays * DAY_MS,
        onPutAside: (file) => log.error({ file }, 'the journal was damaged and put aside; a new one begins'),
        onDiskFault: (fault) => log.warn({ err: fault }, 'the disk does not take the journal of the hub'),
      });
      journal.starts.add(this.#boot);
      return journal;
    };
    const onSealed = () => this.#session?.pump();
    const onFault = (fault: StoreFault | undefined) => {
      if (fault !== undefined) log.error({ err: fault }, 'the journal of the hub cannot be written');
      else log.info({}, 'the journal of the hub can be written again');
      this.#deps.onChange?.(this.status());
    };
    this.#recorder = new JournalRecorder({ openJournal, feed, clock, stationClock, onSealed, onFault });
    this.#orders = this.#takeOrders(sid, this.#recorder, sign);
  }

  #takeOrders(sid: string, recorder: JournalRecorder, sign: (text: string) => string) {
    const { clock, dataDir, feed, log, settings, video } = this.#deps;
    const { access } = settings;
    const api = loggedApi(this.#deps.api, log);
    // Beats are sent by this clock, too.
    const own = { sid, boot: this.#boot, beats: this.#beats };
    const judge = (bound: Bound) => judgeOrder(bound, { ...own, nowMs: sleepProofMs() });
    const pace = new UploadPace({
      clock,
      roundTrip: () => this.#session?.roundTrip() ?? Promise.reject(new Error('no link to the hub')),
      isVideoLive: () => relays.count > 0,
      mostKbps: settings.uploadKbps,
      sharePercent: settings.uploadSharePercent,
    });
    const relays = new RelayPublications({ access, clock, judge, log, video });
    const onChange = () => automatic.look();
    const policies = new PolicyKeeper({ dataDir, sid, log, onChange, linkKbps: () => pace.linkKbps });
    const ask = (name: SignedRequestName, message: Uint8Array, timeoutMs: number) =>
      this.#ask(name, signedRequest(sid, name, message, sign), timeoutMs);
    const automatic = new AutomaticUploads({
      ...{ api, policies, feed, clock, log },
      ask: (message, timeoutMs) => ask('offer', message, timeoutMs),
    });
    return {
      ...{ policies, automatic },
      commands: new CommandExecutor({ ...own, recorder, access, api, monotonicMs: sleepProofMs }),
      reads: new ReadProxy({ access, api, judge }),
      uploads: new UploadExecutor({
        access,
        api,
        ask,
        judge,
        log,
        caFor: (url) => this.#caFor(url),
        closed: (kind) => policies.closed(kind),
        pace,
      }),
      relays,
    };
  }

  #ask(name: SignedRequestName, message: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const session = this.#session;
    return session === undefined
      ? Promise.reject(new Error('no link to the hub'))
      : session.ask(name, message, timeoutMs);
  }

  /** The hub may have a certificate of its own; where objects are kept elsewhere, the public authorities count. */
  #caFor(url: string): string | undefined {
    const isHub = new URL(url).origin === new URL(this.#deps.settings.url).origin;
    const identity = isHub ? readIdentity(this.#deps.dataDir) : undefined;
    return identity && trusting(identity, this.#deps.settings.caFile).credentials.ca;
  }

  async #connect(identity: HubIdentity): Promise<void> {
    const { servers } = identity.credentials;
    const server = servers[this.#failures % servers.length] ?? '';
    const trusted = trusting(identity, this.#deps.settings.caFile);
    const connection = await (this.#deps.dial ?? dial)(trusted, server);
    if (this.#stop.signal.aborted) return connection.close();
    await this.#serve(trusted, server, connection);
  }

  async #serve(identity: HubIdentity, server: string, connection: BrokerConnection): Promise<void> {
    const recorder = this.#recorder;
    const orders = this.#orders;
    if (recorder === undefined || orders === undefined) return connection.close();
    const { clock, feed, log, settings } = this.#deps;
    let wasUp = false;
    this.#session = new LinkSession({
      ...{
        boot: this.#boot,
        beats: this.#beats,
        catchupKbps: settings.catchupKbps,
        clock,
        connection,
        feed,
        identity,
        log,
        recorder,
        stationClock: this.#deps.stationClock,
      },
      ...orders,
      isQuarantined: () => this.#isQuarantined,
      onQuarantine: (reason) => {
        // Both would beat in turn: this one comes back as a guest, who asks whether the other has gone.
        this.#isQuarantined = true;
        this.#changed({ state: 'Refused', reason });
      },
      onIdentity: (renewed) => {
        replaceIdentity(this.#deps.dataDir, this.#use(renewed)).catch((fault: unknown) =>
          log.warn({ err: fault }, 'new credentials of the hub cannot be kept; it gives them again'),
        );
      },
      onConnection: (state) => {
        if (state.state === 'Up') {
          this.#failures = 0;
          this.#refusals = 0;
          this.#isQuarantined = false;
          if (!wasUp) {
            recorder.record('link.up', {});
            orders.automatic.look();
          }
          wasUp = true;
        }
        this.#changed(state.state === 'Up' ? { ...state, server } : state);
      },
    });
    const session = this.#session;
    const cancel = every(clock, LOOK_FOR_IDENTITY_MS * 1000, () => {
      // Refused by the hub the line stays: enrolled again, the station does not wait for its next greeting.
      if (this.#connection.state !== 'Up' && this.#isOver()) void session.close();
    });
    const reason = await session.ended;
    cancel();
    this.#session = undefined;
    if (wasUp) recorder.record('link.down', { reason });
    this.#failures += 1;
    if (this.#connection.state !== 'Refused') this.#down(reason);
  }

  async #renewedIfDue(identity: HubIdentity): Promise<HubIdentity> {
    const onDisk = readIdentity(this.#deps.dataDir) ?? identity;
    if (onDisk.credentials.expires > Date.now()) return this.#use(onDisk);
    return this.#renewed(onDisk);
  }

  async #renewed(identity: HubIdentity): Promise<HubIdentity> {
    const renewed = await renewByHttps(identity, hubCaIn(this.#deps.settings.caFile));
    await replaceIdentity(this.#deps.dataDir, this.#use(renewed));
    return renewed;
  }

  /** A refused sign-in may be an expired or replaced credential: the hub itself says over HTTPS. */
  async #afterFailure(identity: HubIdentity, fault: unknown): Promise<HubIdentity> {
    this.#failures += 1;
    const reason = fault instanceof Error ? fault.message : String(fault);
    if (fault instanceof HubRefusal) this.#refused(reason);
    else if (!isAuthorizationFault(fault)) this.#down(reason);
    else {
      try {
        return await this.#renewed(identity);
      } catch (refusal) {
        const isRefused = refusal instanceof HubRefusal && refusal.code !== 'TOO_MANY_ATTEMPTS';
        const text = refusal instanceof Error ? refusal.message : reason;
        if (isRefused) this.#refused(text);
        else this.#down(`${reason}; ${text}`);
      }
    }
    return identity;
  }

  #refused(reason: string): void {
    this.#refusals += 1;
    this.#changed({ state: 'Refused', reason });
  }

  #down(reason: string): void {
    const { connection } = this.status();
    const sinceUs = connection.state === 'Down' ? connection.sinceUs : this.#deps.clock.nowUs();
    this.#changed({ state: 'Down', reason, sinceUs });
  }

  #changed(connection: LinkConnection): void {
    const isSame = JSON.stringify(connection) === JSON.stringify(this.#connection);
    this.#connection = connection;
    if (isSame) return;
    this.#deps.log.info({ ...connection, boot: this.#boot }, 'the link to the hub');
    this.#deps.onChange?.(this.status());
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
  }
}
