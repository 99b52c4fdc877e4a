import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { failureText } from '../failure-text.ts';
import { LiveRegion } from '../live-region.ts';
import { connect, withUrlWord } from '../station-link.ts';
import { stopped } from '../stop-signal.ts';
import { ChangeLines } from './change-lines.ts';
import { stationScreen } from './screen.ts';
import { StationPicture } from './station-picture.ts';

const FRAME_MS = 100;

/** `kitestring watch`. */
export async function runWatch(args: Arguments, context: Context): Promise<ExitStatus> {
  const { client, url } = connect(withUrlWord(args, 'watch'), context, 'kitestring watch', ['read']);
  await using _ = client;
  const info = await client.system.getSystemInfo({ signal: context.stop });
  const title = `${info.gs_name} at ${url}${info.software_channel === 'simulated' ? ' (simulated aircraft)' : ''}`;
  const show = showing(args, context, title);
  const picture = new StationPicture(client, show.change, (topic, error) =>
    show.note(`${topic}: ${failureText(error)}`),
  );
  show.begin(picture);
  await stopped(context.stop);
  show.end();
  picture.close();
  return 0;
}

interface Showing {
  readonly change: (change: Parameters<ChangeLines['lineOf']>[0]) => void;
  readonly note: (text: string) => void;
  readonly begin: (picture: StationPicture) => void;
  readonly end: () => void;
}

function showing(args: Arguments, context: Context, title: string): Showing {
  if (has(args, 'json')) return asLines(context, JSON.stringify);
  if (!context.out.isTerminal) {
    const lines = new ChangeLines();
    return asLines(context, (change) => lines.lineOf(change));
  }
  return asPicture(context, title);
}

function asLines(
  { out, err }: Context,
  lineOf: (change: Parameters<Showing['change']>[0]) => string | undefined,
): Showing {
  return {
    change: (change) => {
      const line = lineOf(change);
      if (line !== undefined) out.write(`${line}\n`);
    },
    note: (text) => err.write(`${oneLine(text)}\n`),
    begin: () => {},
    end: () => {},
  };
}

function asPicture({ out }: Context, title: string): Showing {
  const region = new LiveRegion(out);
  const notes: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let draw = () => {};
  return {
    change: () => {},
    note: (text) => void notes.push(`  ${text}`),
    begin: (picture) => {
      draw = () => region.draw([...stationScreen(out, title, picture), ...notes]);
      timer = setInterval(draw, FRAME_MS);
      draw();
    },
    end: () => {
      clearInterval(timer);
      draw();
    },
  };
}
