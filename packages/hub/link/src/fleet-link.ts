import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, every } from '@kitestring/base/clock.ts';
import type { StoreFault } from '@kitestring/base/store-fault.ts';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { makeToken, TOKEN_LENGTH } from '@kitestring/hub-contract/tokens.ts';
import { BeatLog } from './beat-log.ts';
import { type FleetLinkStatus, journalFaultText, type LinkConnection } from './fleet-link-status.ts';
import { type HubOrders, type HubOrdersDeps, takeOrders } from './hub-orders.ts';
import {
  type HubIdentity,
  IdentityFault,
  readIdentity,
  replaceIdentity,
  usableIdentity,
} from './identity/credentials-file.ts';
import { EnrolmentFault, renewByHttps } from './identity/enrol.ts';
import { FleetJournal, type JournalDeps } from './journal/fleet-journal.ts';
import { journalFile } from './journal/journal-database.ts';
import { openInBackground } from './journal/journal-disk.ts';
import { JournalRecorder } from './journal-recorder.ts';
import { LinkSession } from './link-session.ts';
import { type BrokerConnection, dial, isAuthorizationFault } from './transport/dial.ts';
import { hubCaIn, trusting } from './transport/hub-ca.ts';
import { reconnectWaitMs } from './transport/reconnect-wait.ts';

interface LinkDeps extends HubOrdersDeps {
  readonly stationClock: Pick<Clock, 'nowUs'>;
  /** Opens a connection to the broker; absent: that of a station. */
  readonly dial?: typeof dial;
  /** Called when the state of the connection has changed. */
  readonly onChange?: (status: FleetLinkStatus) => void;
}

const LOOK_FOR_IDENTITY_MS = 1000;
const MIB = 1024 ** 2;
const DAY_MS = 86_400_000;

/**
 * The station’s side of a fleet hub: it records, keeps the connection and reports the state of both. Its failures never
 * affect the rest of the station.
 */
export class FleetLink {
  readonly #deps: LinkDeps;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #boot = makeToken(randomBytes(TOKEN_LENGTH));
  readonly #beats = new BeatLog();
  #recorder: JournalRecorder | undefined;
  #orders: HubOrders | undefined;
  #session: LinkSession | undefined;
  #sid: string | undefined;
  /** Credentials used by this membership. The file holds one of them, depending on which write succeeded. */
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

  /** Ends the connection, writes what is pending and closes the journal. */
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

  /** Runs until the service ends or the station is enrolled again. */
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
    await this.#recorder?.stop();
  }

  /** True when the service ends or the station was enrolled again. An identity that cannot be read is reported at each attempt to connect. */
  #isOver(): boolean {
    const jwt = usableIdentity(this.#deps.dataDir)?.credentials.jwt;
    return this.#stop.signal.aborted || (jwt !== undefined && !this.#jwts.has(jwt));
  }

  /** Uses these credentials from now on. */
  #use(identity: HubIdentity): HubIdentity {
    this.#jwts.add(identity.credentials.jwt);
    return identity;
  }

  /** Waits until the station is enrolled. Undefined when the service stops first. */
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
    const deps: JournalDeps = {
      file: journalFile(dataDir),
      sid,
      sign,
      newEpoch: () => makeToken(randomBytes(TOKEN_LENGTH)),
      maxBytes: settings.journalMaxMib * MIB,
      keepMs: settings.journalKeepDays * DAY_MS,
      onPutAside: (file) => log.error({ file }, 'the journal was damaged and set aside; a new one was created'),
      onDiskFault: (fault) => log.warn({ err: fault }, 'the disk cannot store the journal of the hub'),
    };
    const openJournal = async () => {
      const journal = new FleetJournal(deps, await openInBackground(deps));
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
    this.#orders = takeOrders({
      ...this.#deps,
      sid,
      sign,
      boot: this.#boot,
      beats: this.#beats,
      recorder: this.#recorder,
      session: () => this.#session,
    });
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
      ...orders,
      isQuarantined: () => this.#isQuarantined,
      onQuarantine: (reason) => {
        // Two services would beat in turn. This one reconnects as a guest, which only asks whether the other has gone.
        this.#isQuarantined = true;
        this.#changed({ state: 'Refused', reason });
      },
      onIdentity: (renewed) => {
        replaceIdentity(this.#deps.dataDir, this.#use(renewed)).catch((fault: unknown) =>
          log.warn({ err: fault }, 'new credentials of the hub could not be stored; the hub will issue them again'),
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
      // After a refusal by the hub the connection stays open. Closing it here lets a station that was enrolled again
      // reconnect at once.
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

  /** A refused sign-in may mean an expired or replaced credential; the hub answers over HTTPS which it is. */
  async #afterFailure(identity: HubIdentity, fault: unknown): Promise<HubIdentity> {
    this.#failures += 1;
    const reason = fault instanceof Error ? fault.message : String(fault);
    if (fault instanceof EnrolmentFault) this.#refused(reason);
    else if (!isAuthorizationFault(fault)) this.#down(reason);
    else {
      try {
        return await this.#renewed(identity);
      } catch (refusal) {
        const isRefused = refusal instanceof EnrolmentFault && refusal.code !== 'TOO_MANY_ATTEMPTS';
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
    this.#deps.log.info({ ...connection, boot: this.#boot }, 'the link to the hub has changed');
    this.#deps.onChange?.(this.status());
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
  }
}
