import { type Command, has, textOf } from '../command.ts';
import { type Context, UsageError } from '../context.ts';
import { Demonstration } from '../fly/demonstration.ts';
import { LiveView } from '../fly/live-view.ts';
import { PlainView } from '../fly/plain-view.ts';
import { connect, STATION_FLAGS } from '../station-link.ts';
import { paint } from '../terminal-text.ts';

export const fly: Command = {
  name: 'fly',
  summary: 'fly a demonstration: up, once round and back, look down, land',
  details: [
    'Works with any station of the published API. Whatever goes wrong, and at Ctrl-C, the Kite lands.',
    'Ends with status 0 when every step was done, else 1.',
  ],
  words: [],
  flags: {
    ...STATION_FLAGS,
    altitude: { value: 'METRES', description: 'Where to climb to. Default: 10.' },
    override: { description: 'Take control from whoever has it (scope can_override).' },
    yes: { description: 'Do not ask before a real aircraft takes off.' },
  },
  examples: ['kitestring fly', 'kitestring fly --url https://10.0.0.5 --pin sha256//... --altitude 20'],
  async run(args, context) {
    const altitudeM = readAltitude(textOf(args, 'altitude') ?? '10');
    const { client, url } = connect(args, context, 'kitestring fly');
    await using _ = client;
    const info = await client.system.getSystemInfo({ signal: context.stop });
    const isSimulated = info.software_channel === 'simulated';
    const { out } = context;
    out.write(`\n${paint(out, 'bold', 'Demonstration flight')} of ${info.gs_name} at ${url}, ${isSimulated ? 'a simulated aircraft' : 'a REAL aircraft'}\n`);
    if (!isSimulated && !has(args, 'yes')) await confirm(context);
    const view = out.isTerminal ? new LiveView(out) : new PlainView(out);
    const demonstration = new Demonstration(client, info, { altitudeM, override: has(args, 'override') }, view);
    view.show(demonstration);
    const startS = demonstration.watch.pace.nowS();
    const done = await demonstration.run(context.stop);
    view.finish();
    if (done) out.write(`${paint(out, 'green', 'Done.')} ${summary(demonstration, startS)}\n`);
    return done ? 0 : 1;
  },
};

function readAltitude(text: string): number {
  const altitudeM = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && altitudeM > 0) return altitudeM;
  throw new UsageError(`--altitude: got "${text}", allowed: metres, such as 10`);
}

async function confirm({ ask }: Context): Promise<void> {
  if (ask === undefined) throw new UsageError('fly: this is a real aircraft and nobody is there to ask; add --yes');
  const answer = await ask('A real aircraft will take off. Is the area clear? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('fly: not confirmed, nothing was done');
}

function summary({ watch }: Demonstration, startS: number): string {
  const { speed = 1 } = watch.pace;
  const seconds = watch.pace.nowS() - startS;
  const pace = Math.abs(speed - 1) < 0.05 ? '' : `, at ${speed.toFixed(speed < 10 ? 1 : 0)} times real time`;
  return `${Math.round(seconds)} s of flight${pace}.`;
}
