import type { TerminalOutput } from '../context.ts';
import { failureText } from '../failure-text.ts';
import { bar, compass, figure, stateText } from '../gauges.ts';
import { LiveRegion } from '../live-region.ts';
import { paint } from '../terminal-text.ts';
import {
  type Demonstration,
  type DemonstrationEvents,
  type StepRecord,
  WHEREABOUTS,
  type Whereabouts,
} from './demonstration.ts';

const FRAME_MS = 80;
const SPINNER = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const GAUGE_CELLS = 32;

/** The flight in a terminal: the steps, and below them the instruments, redrawn continuously. */
export class LiveView implements DemonstrationEvents {
  readonly #out: TerminalOutput;
  readonly #region: LiveRegion;
  readonly #failures: string[] = [];
  #demonstration: Demonstration | undefined;
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;

  constructor(out: TerminalOutput) {
    this.#out = out;
    this.#region = new LiveRegion(out);
  }

  show(demonstration: Demonstration): void {
    this.#demonstration = demonstration;
    this.#timer = setInterval(() => {
      this.#frame += 1;
      this.#region.draw(this.#picture());
    }, FRAME_MS);
  }

  stepBegan(): void {}
  stepEnded(): void {}
  stepLeftOut(): void {}

  failed(error: unknown): void {
    this.#failures.push(failureText(error));
  }

  ended(whereabouts: Whereabouts): void {
    if (whereabouts !== 'OnTheGround') this.#failures.push(WHEREABOUTS[whereabouts]);
  }

  finish(): void {
    clearInterval(this.#timer);
    this.#region.finish(this.#picture());
  }

  #picture(): string[] {
    if (this.#demonstration === undefined) return [];
    const { records, watch } = this.#demonstration;
    const out = this.#out;
    const { flight, camera } = watch;
    const lines = ['', ...records.map((record) => this.#stepLine(record)), ''];
    if (flight !== undefined) {
      const targetM = flight.altitude_target;
      const scaleM = Math.max(12, (targetM ?? 0) * 1.2, (flight.altitude ?? 0) * 1.1);
      lines.push(
        `  ${paint(out, 'dim', 'Kite     ')} ${stateText(out, flight.flight_state)}`,
        `  ${paint(out, 'dim', 'Altitude ')} ${bar(out, flight.altitude ?? 0, scaleM, GAUGE_CELLS, targetM)} ${figure(flight.altitude, ' m')}`,
        `  ${paint(out, 'dim', 'Heading  ')} ${compass(out, flight.kite_heading ?? 0, GAUGE_CELLS)} ${figure(flight.kite_heading, '°', 0)}`,
      );
    }
    if (camera !== undefined) {
      lines.push(
        `  ${paint(out, 'dim', 'Camera   ')} ${compass(out, camera.pan_ned ?? 0, GAUGE_CELLS)} ${figure(camera.pan_ned, '°', 0)}  tilt ${figure(camera.tilt_ned, '°', 0, 3)}`,
      );
    }
    for (const { severity, code, message } of watch.notifications.values()) {
      lines.push(`  ${paint(out, 'yellow', `${severity} ${code}`)} ${message}`);
    }
    return [...lines, ...this.#failures.map((text) => `  ${paint(out, 'red', text)}`), ''];
  }

  #stepLine({ title, state, seconds, note }: StepRecord): string {
    const out = this.#out;
    const time = `${seconds.toFixed(1).padStart(6)} s`;
    if (state === 'done') return `  ${paint(out, 'green', '✔')} ${title.padEnd(24)}${paint(out, 'dim', time)}`;
    if (state === 'failed') return `  ${paint(out, 'red', '✖')} ${title.padEnd(24)}${paint(out, 'dim', time)}`;
    if (state === 'left out') return `  ${paint(out, 'dim', `- ${title.padEnd(24)}no camera`)}`;
    if (state === 'waiting') return `  ${paint(out, 'dim', `· ${title}`)}`;
    const spinner = SPINNER[this.#frame % SPINNER.length] ?? '';
    return `  ${paint(out, 'cyan', spinner)} ${paint(out, 'bold', title.padEnd(24))}${time}  ${note()}`;
  }
}
