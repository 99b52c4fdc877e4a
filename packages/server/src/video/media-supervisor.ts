import type { FromMedia, LogLine, OutputPorts, OutputSettings, ToMedia } from '@kitestring/media/process/protocol.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import type { Log } from '../http/log.ts';
import type { MediaChild, StartMediaChild } from './media-child.ts';
import { servedAgain } from './output-ports.ts';

const RESTART_S = { first: 0.1, most: 5 };
/** By then it has shown pictures: those who watch gain more by a quick start than the machine by a rest. */
const LIVED_S = 2;
/** From its start until it serves; a busy machine needs its time. */
const START_DEADLINE_S = 20;
const PING_EVERY_S = 1;
/** A process that is silent for so long hangs. On two cores with twenty others at work a healthy one was silent for 5 s. */
const SILENCE_S = 10;
/** A client waits no longer than this after the start to hear where video is served. */
const PORTS_DEADLINE_S = 10;
/** By then it has finished what it writes. */
const STOP_DEADLINE_S = 5;

/*
 *   starting ──ready──▶ ready ──ends──▶ down ──backoff──▶ starting
 *      │ unavailable      │ stop          │ stop
 *      ▼                  ▼               ▼
 *    absent            stopped         stopped
 */
export type MediaState = 'starting' | 'ready' | 'down' | 'absent' | 'stopped';

export interface MediaSupervisorParts {
  readonly startChild: StartMediaChild;
  readonly outputs: OutputSettings;
  /** Real time: processes know no other. */
  readonly clock: Clock;
  readonly log: Log;
  /** It is being started: what it can begin with at once. */
  readonly onStart?: (send: (message: ToMedia) => void) => void;
  /** It has come up: what it must know is to be sent now. */
  readonly onUp: () => void;
  /** It is gone, and everything that it had told with it. */
  readonly onDown: () => void;
  readonly onMessage: (message: FromMedia) => void;
}

/** Keeps the media process alive: starts it, asks whether it lives, and starts another one when it does not. */
export class MediaSupervisor {
  readonly #parts: MediaSupervisorParts;
  readonly #cancelPings: Cancel;
  readonly #cancelPortsDeadline: Cancel;
  readonly #settled = Promise.withResolvers<void>();
  #state: MediaState = 'starting';
  #child: MediaChild | undefined;
  #ports: OutputPorts = {};
  #restarts = 0;
  #hostileMessages = 0;
  #restartS = RESTART_S.first;
  #upUs = 0;
  #heardUs = 0;
  #downUs: number | undefined;
  #cancelTimer: Cancel = () => {};
  #ended = Promise.withResolvers<void>();

  constructor(parts: MediaSupervisorParts) {
    this.#parts = parts;
    this.#downUs = parts.clock.nowUs();
    const portsUs = parts.clock.nowUs() + PORTS_DEADLINE_S * US_PER_S;
    this.#cancelPortsDeadline = parts.clock.schedule(portsUs, () => this.#settled.resolve());
    this.#cancelPings = every(parts.clock, PING_EVERY_S * US_PER_S, () => this.#ping());
    this.#start();
  }

  get state(): MediaState {
    return this.#state;
  }

  /** Of the process that there is now. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Where it serves; after a restart the same as before. */
  get ports(): OutputPorts {
    return this.#ports;
  }

  /** The same, once it is known where that is: at once after the first start, and at the latest 10 s after it began. */
  async portsWhenKnown(): Promise<OutputPorts> {
    await this.#settled.promise;
    return this.#ports;
  }

  /** How often it had to be started again. */
  get restarts(): number {
    return this.#restarts;
  }

  /** How often one was ended because it said what is no message. */
  get hostileMessages(): number {
    return this.#hostileMessages;
  }

  /** For how long there has been no media process, seconds; 0 while there is one. */
  get downS(): number {
    return this.#downUs === undefined ? 0 : (this.#parts.clock.nowUs() - this.#downUs) / US_PER_S;
  }

  /** Lost while there is no process: what matters is sent again at `onUp`. */
  send(message: ToMedia): void {
    if (this.#state === 'ready') this.#child?.send(message);
  }

  /** Lets it finish what it writes. */
  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#cancelPings();
    this.#settle();
    const child = this.#child;
    this.#state = 'stopped';
    if (child === undefined) return;
    const { clock } = this.#parts;
    const cancel = clock.schedule(clock.nowUs() + STOP_DEADLINE_S * US_PER_S, () => child.kill());
    child.send({ kind: 'stop' });
    await this.#ended.promise;
    cancel();
  }

  #start(): void {
    this.#state = 'starting';
    this.#ended = Promise.withResolvers();
    const { clock, outputs, startChild } = this.#parts;
    this.#heardUs = clock.nowUs();
    const child: MediaChild = startChild({
      onMessage: (message) => this.#receive(message),
      onHostile: (reason) => this.#countHostile(reason),
      onEnd: (reason) => this.#hasEnded(reason),
    });
    this.#child = child;
    child.send({ kind: 'outputs', outputs: servedAgain(outputs, this.#ports) });
    this.#parts.onStart?.((message) => child.send(message));
    this.#cancelTimer = clock.schedule(clock.nowUs() + START_DEADLINE_S * US_PER_S, () => child.kill());
  }

  #receive(message: FromMedia): void {
    this.#heardUs = this.#parts.clock.nowUs();
    if (message.kind === 'ready') this.#ready(message.ports);
    else if (message.kind === 'unavailable') this.#unavailable(message.reason);
    else if (message.kind === 'log') this.#say(message.line);
    else if (message.kind === 'trouble')
      this.#parts.log.warn({ reason: message.reason }, 'the media process has trouble');
    else this.#parts.onMessage(message);
  }

  #countHostile(reason: string): void {
    this.#hostileMessages += 1;
    this.#parts.log.error(
      { reason, count: this.#hostileMessages },
      'the media process said what is no message; it is ended',
    );
  }

  #say({ fields, level, message }: LogLine): void {
    this.#parts.log[level](fields, message);
  }

  #ready(ports: OutputPorts): void {
    this.#ports = ports;
    this.#settle();
    if (this.#state !== 'starting') return;
    this.#cancelTimer();
    this.#state = 'ready';
    this.#upUs = this.#parts.clock.nowUs();
    this.#downUs = undefined;
    this.#parts.log.info({ ...ports, restarts: this.#restarts }, 'the media process is ready');
    this.#parts.onUp();
  }

  #unavailable(reason: string): void {
    if (this.#state === 'stopped') return;
    this.#cancelTimer();
    this.#cancelPings();
    this.#state = 'absent';
    this.#settle();
    this.#child?.send({ kind: 'stop' });
    this.#parts.log.warn({ reason }, 'no video on this platform: streams, snapshots and recordings are left out');
    this.#parts.onDown();
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
    const { clock, log, onDown } = this.#parts;
    const nowUs = clock.nowUs();
    const hasLived = this.#state === 'ready' && nowUs - this.#upUs >= LIVED_S * US_PER_S;
    this.#state = 'down';
    this.#downUs ??= nowUs;
    this.#restarts += 1;
    if (hasLived) this.#restartS = RESTART_S.first;
    const waitS = this.#restartS;
    this.#restartS = Math.min(RESTART_S.most, waitS * 2);
    log.error({ reason, waitS }, 'the media process has ended; it is started again');
    onDown();
    this.#cancelTimer = clock.schedule(nowUs + waitS * US_PER_S, () => this.#start());
  }

  #ping(): void {
    if (this.#state !== 'ready') return;
    const silentS = (this.#parts.clock.nowUs() - this.#heardUs) / US_PER_S;
    if (silentS > SILENCE_S) this.#child?.kill();
    else this.#child?.send({ kind: 'ping' });
  }
}
