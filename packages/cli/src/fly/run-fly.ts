import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, type TerminalOutput, UsageFault } from '../context.ts';
import { failureText } from '../failure-text.ts';
import { connect, withUrlWord } from '../station-link.ts';
import { paint } from '../terminal-text.ts';
import {
  Demonstration,
  type DemonstrationEvents,
  type StepRecord,
  WHEREABOUTS,
  type Whereabouts,
} from './demonstration.ts';
import { flightSummary } from './flight-summary.ts';
import { LiveView } from './live-view.ts';

/** The flight as lines, for a log or a pipe. */
class PlainView implements DemonstrationEvents {
  readonly #out: TerminalOutput;
  readonly #seen = new Set<string>();
  #leave: () => void = () => {};

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  show({ watch }: Demonstration): void {
    this.#leave = watch.onChange(() => {
      for (const [identity, { severity, code, message }] of watch.notifications) {
        if (this.#seen.has(identity)) continue;
        this.#seen.add(identity);
        this.#out.write(`notification ${severity} ${code}: ${message}\n`);
      }
    });
  }

  stepBegan({ title }: StepRecord): void {
    this.#out.write(`${title} ...\n`);
  }

  stepEnded({ title, state, seconds }: StepRecord): void {
    this.#out.write(`${title}: ${state} after ${seconds.toFixed(1)} s\n`);
  }

  stepLeftOut({ title }: StepRecord): void {
    this.#out.write(`${title}: left out, there is no camera\n`);
  }

  failed(error: unknown): void {
    this.#out.write(`${failureText(error)}\n`);
  }

  ended(whereabouts: Whereabouts): void {
    this.#out.write(`${WHEREABOUTS[whereabouts]}\n`);
  }

  finish(): void {
    this.#leave();
  }
}

const scopesFor = (args: Arguments): readonly Scope[] =>
  has(args, 'override') ? ['read', 'control', 'can_override'] : ['read', 'control'];

/** `kitestring fly`. */
export async function runFly(args: Arguments, context: Context): Promise<ExitStatus> {
  const altitudeM = readAltitude(textOf(args, 'altitude') ?? '10');
  const { client, url } = connect(withUrlWord(args, 'fly'), context, 'kitestring fly', scopesFor(args));
  await using _ = client;
  const info = await client.system.getSystemInfo({ signal: context.stop });
  const isSimulated = info.software_channel === 'simulated';
  const { out } = context;
  out.write(
    `\n${paint(out, 'bold', 'Demonstration flight')} of ${info.gs_name} at ${url}, ${isSimulated ? 'a simulated aircraft' : 'a REAL aircraft'}\n`,
  );
  if (!isSimulated && !has(args, 'yes')) await confirm(context);
  const view = out.isTerminal ? new LiveView(out) : new PlainView(out);
  const demonstration = new Demonstration(client, info, { altitudeM, override: has(args, 'override') }, view);
  view.show(demonstration);
  const startS = demonstration.watch.clock.elapsedS();
  const done = await demonstration.run(context.stop);
  view.finish();
  if (done) out.write(`${paint(out, 'green', 'Done.')} ${flightSummary(demonstration.watch.clock, startS)}\n`);
  return done ? 0 : 1;
}

function readAltitude(text: string): number {
  const altitudeM = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && altitudeM > 0) return altitudeM;
  throw new UsageFault(`--altitude: got "${text}", allowed: metres, such as 10`);
}

async function confirm({ ask }: Context): Promise<void> {
  if (ask === undefined) throw new UsageFault('fly: real aircraft, and no terminal for the confirmation; add --yes');
  const answer = await ask('A real aircraft will take off. Is the area clear? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageFault('fly: not confirmed, no command was sent');
}
