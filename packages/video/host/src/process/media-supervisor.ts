import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { FromMedia, LogLine, OutputPorts, OutputSettings, ToMedia } from '@kitestring/video-process/process';
import type { MediaChild, StartMediaChild } from './media-child.ts';
import { servedAgain } from './output-ports.ts';

const RESTART_S = { first: 0.1, most: 5 };
/** Run time after which it counts as healthy: then it is restarted at once, because viewers wait. */
const LIVED_S = 2;
/** From its start until it is ready: at a load of 26 on two cores its very first start, with all of its code to be compiled, took 20 s. */
const START_DEADLINE_S = 60;
const PING_EVERY_S = 1;
/** Silence after which it counts as hung. On two cores with twenty busy processes a healthy one was silent for 5 s. */
const SILENCE_S = 10;
/** Maximum time that a client waits after the start for the address of the video. */
const PORTS_DEADLINE_S = 10;
/** Time to finish its files. */
const STOP_DEADLINE_S = 5;

/*
 *   starting ──ready──▶ ready ──ends──▶ down ──backoff──▶ starting
 *      │ unavailable      │ stop          │ stop
 *      ▼                  ▼               ▼
 *    absent            stopped         stopped
 */
type MediaState = 'starting' | 'ready' | 'down' | 'absent' | 'stopped';

type TlsKeyPair = NonNullable<OutputSettings['tls']>;

interface MediaSupervisorDeps {
  readonly startChild: StartMediaChild;
  /** Nothing starts before it has settled. */
  readonly after?: Promise<unknown>;
  readonly outputs: OutputSettings;
  /** Real time: processes use no other. */
  readonly clock: Clock;
  readonly log: Log;
  /** It is starting: sends what it can start with at once. */
  readonly onStart?: (send: (message: ToMedia) => void) => void;
  /** It is ready: sends its state. */
  readonly onUp: () => void;
  /** It has ended; everything it reported is void. */
  readonly onDown: () => void;
  readonly onMessage: (message: FromMedia) => void;
}

/** Supervises the media process: starts it, checks that it is alive, and restarts it. */
export class MediaSupervisor {
  readonly #deps: MediaSupervisorDeps;
  readonly #cancelPings: Cancel;
  readonly #cancelPortsDeadline: Cancel;
  readonly #settled = Promise.withResolvers<void>();
  readonly #begun = Promise.withResolvers<void>();
  #outputs: OutputSettings;
  #state: MediaState = 'starting';
  #child: MediaChild | undefined;
  #ports: OutputPorts = {};
  #restarts = 0;
  #hostileMessages = 0;
  #restartS = RESTART_S.first;
  #upUs = 0;
  #heardUs = 0;
  #pingUs: number;
  #downUs: number | undefined;
  #isRenewed = false;
  #cancelTimer: Cancel = () => {};
  #ended = Promise.withResolvers<void>();

  constructor(deps: MediaSupervisorDeps) {
    this.#deps = deps;
    this.#outputs = deps.outputs;
    this.#downUs = deps.clock.nowUs();
    this.#pingUs = this.#downUs;
    const portsUs = deps.clock.nowUs() + PORTS_DEADLINE_S * US_PER_S;
    this.#cancelPortsDeadline = deps.clock.schedule(portsUs, () => this.#settled.resolve());
    this.#cancelPings = every(deps.clock, PING_EVERY_S * US_PER_S, () => this.#ping());
    if (deps.after === undefined) this.#start();
    else void deps.after.catch(() => {}).then(() => this.#startUnlessStopped());
  }

  get state(): MediaState {
    return this.#state;
  }

  /** Process id of the present child. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Its ports; unchanged after a restart. */
  get ports(): OutputPorts {
    return this.#ports;
  }

  /** The ports, once known: at once after the first start, at the latest 10 s after its beginning. */
  async portsWhenKnown(): Promise<OutputPorts> {
    await this.#settled.promise;
    return this.#ports;
  }

  /** Resolves when it has been ready once, or never will be: late on a busy machine. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Number of restarts. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Number of children killed for invalid messages. */
  get hostileMessages(): number {
    return this.#hostileMessages;
  }

  /** Time without a media process, seconds; 0 while there is one. */
  get downS(): number {
    return this.#downUs === undefined ? 0 : (this.#deps.clock.nowUs() - this.#downUs) / US_PER_S;
  }

  /** Dropped without a process: important state is sent again at `onUp`. */
  send(message: ToMedia): void {
    if (this.#state === 'ready') this.#child?.send(message);
  }

  /** Starts it again, as what it may do is settled at its start. It finishes its files before. */
  renew(): void {
    const child = this.#child;
    if (child === undefined || this.#state === 'stopped' || this.#state === 'absent') return;
    this.#isRenewed = true;
    if (this.#state !== 'ready') {
      child.kill();
      return;
    }
    const { clock } = this.#deps;
    child.send({ kind: 'stop' });
    this.#cancelTimer();
    this.#cancelTimer = clock.schedule(clock.nowUs() + STOP_DEADLINE_S * US_PER_S, () => child.kill());
  }

  /** Key and certificate for later connections, of this process and of those after it. */
  renewTls(tls: TlsKeyPair): void {
    this.#outputs = { ...this.#outputs, tls };
    this.#child?.send({ kind: 'tls', tls });
  }

  /** Lets it finish its files. */
  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#cancelPings();
    this.#settle();
    this.#begun.resolve();
    const child = this.#child;
    this.#state = 'stopped';
    if (child === undefined) return;
    const { clock } = this.#deps;
    const cancel = clock.schedule(clock.nowUs() + STOP_DEADLINE_S * US_PER_S, () => child.kill());
    child.send({ kind: 'stop' });
    await this.#ended.promise;
    cancel();
  }

  #startUnlessStopped(): void {
    if (this.#state !== 'stopped') this.#start();
  }

  #start(): void {
    this.#state = 'starting';
    this.#ended = Promise.withResolvers();
    const { clock, startChild } = this.#deps;
    this.#heardUs = clock.nowUs();
    const child: MediaChild = startChild({
      onMessage: (message) => this.#receive(message),
      onHostile: (reason) => this.#countHostile(reason),
      onEnd: (reason) => this.#hasEnded(reason),
    });
    this.#child = child;
    child.send({ kind: 'outputs', outputs: servedAgain(this.#outputs, this.#ports) });
    this.#deps.onStart?.((message) => child.send(message));
    this.#cancelTimer = clock.schedule(clock.nowUs() + START_DEADLINE_S * US_PER_S, () => child.kill());
  }

  #receive(message: FromMedia): void {
    this.#heardUs = this.#deps.clock.nowUs();
    if (message.kind === 'ready') this.#ready(message.ports);
    else if (message.kind === 'unavailable') this.#unavailable(message.reason);
    else if (message.kind === 'log') this.#say(message.line);
    else if (message.kind === 'trouble')
      this.#deps.log.warn({ reason: message.reason }, 'the media process reports a fault');
    else this.#deps.onMessage(message);
  }

  #countHostile(reason: string): void {
    this.#hostileMessages += 1;
    this.#deps.log.error(
      { reason, count: this.#hostileMessages },
      'the media process sent an invalid message; it is stopped and started again',
    );
  }

  #say({ fields, level, message }: LogLine): void {
    this.#deps.log[level](fields, message);
  }

  #ready(ports: OutputPorts): void {
    this.#ports = ports;
    this.#settle();
    this.#begun.resolve();
    if (this.#state !== 'starting') return;
    this.#cancelTimer();
    this.#state = 'ready';
    this.#upUs = this.#deps.clock.nowUs();
    this.#downUs = undefined;
    this.#deps.log.info({ ...ports, restarts: this.#restarts }, 'the media process is ready');
    this.#deps.onUp();
  }

  #unavailable(reason: string): void {
    if (this.#state === 'stopped') return;
    this.#cancelTimer();
    this.#cancelPings();
    this.#state = 'absent';
    this.#settle();
    this.#begun.resolve();
    this.#child?.send({ kind: 'stop' });
    this.#deps.log.warn({ reason }, 'no video: streams, snapshots and recordings are left out');
    this.#deps.onDown();
  }

  #settle(): void {
    this.#cancelPortsDeadline();
    this.#settled.resolve();
  }

  #hasEnded(reason: string): void {
    this.#child = undefined;
    this.#cancelTimer();
    this.#ended.resolve();
    if (this.#state === 'stopped' || this.#state === 'absent') return;
    const { clock, log, onDown } = this.#deps;
    const nowUs = clock.nowUs();
    const hasLived = this.#state === 'ready' && nowUs - this.#upUs >= LIVED_S * US_PER_S;
    this.#state = 'down';
    this.#downUs ??= nowUs;
    this.#restarts += 1;
    const waitS = hasLived || this.#isRenewed ? 0 : this.#restartS;
    if (this.#isRenewed) log.info({}, 'the media process is started again for another camera');
    else {
      this.#restartS = Math.min(RESTART_S.most, Math.max(RESTART_S.first, waitS * 2));
      log.error({ reason, waitS }, 'the media process has ended; it is started again');
    }
    this.#isRenewed = false;
    onDown();
    this.#cancelTimer = clock.schedule(nowUs + waitS * US_PER_S, () => this.#start());
  }

  #ping(): void {
    const nowUs = this.#deps.clock.nowUs();
    // While the station stood still itself, paused or starved, it did not listen.
    this.#heardUs += Math.max(0, nowUs - this.#pingUs - PING_EVERY_S * US_PER_S);
    this.#pingUs = nowUs;
    if (this.#state !== 'ready') return;
    const silentS = (nowUs - this.#heardUs) / US_PER_S;
    if (silentS > SILENCE_S) this.#child?.kill();
    else this.#child?.send({ kind: 'ping' });
  }
}
