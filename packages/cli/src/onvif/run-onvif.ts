import { setTimeout } from 'node:timers/promises';
import type { OnvifRequest } from '@kitestring/station-contract/sim/onvif.ts';
import { ONVIF_QUIRK_NAMES, ONVIF_QUIRKS } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import { type Arguments, has, textOf } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { withControls } from '../sim-controls.ts';
import { withUrlWord } from '../station-link.ts';
import { paint, table } from '../terminal-text.ts';
import { quirkNames } from './quirk-names.ts';

const LABEL = 'kitestring onvif';
const PAGE = 1000;
const AGAIN_MS = 500;
/** Widths of the columns, which new lines have to fit while it follows. */
const WIDTHS = [12, 16, 36, 8, 12];

/** `kitestring onvif requests`. */
export async function runOnvifRequests(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out, stop } = context;
  const isJson = has(args, 'json');
  await withControls(withUrlWord(args, 'onvif requests'), context, LABEL, async (sim) => {
    if (!isJson)
      out.write(`${paint(out, 'bold', row(['TIME', 'CLIENT', 'OPERATION', 'SIGN-IN', 'USER', 'RESULT']))}\n`);
    for (let after = 0; !stop.aborted; ) {
      const page = await sim.listOnvifRequests({ after, limit: PAGE });
      after = page.next_after;
      for (const request of page.requests) out.write(`${isJson ? JSON.stringify(request) : requestText(request)}\n`);
      if (!has(args, 'follow')) return;
      await setTimeout(AGAIN_MS, undefined, { signal: stop }).catch(() => {});
    }
  });
  return 0;
}

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd();

function requestText({ client, fault, operation, reason, sign_in, status, time, user = '-' }: OnvifRequest): string {
  const shown = status === 0 ? 'closed' : String(status);
  const result = [shown, fault, reason].filter((part) => part !== undefined).join(' ');
  return row([time.slice(11, 23), client, operation, sign_in, user, result]);
}

/** `kitestring onvif quirks`. */
export async function runOnvifQuirks(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const wanted = textOf(args, 'set');
  const names = wanted === undefined ? undefined : quirkNames('onvif quirks', wanted);
  const { active } = await withControls(withUrlWord(args, 'onvif quirks'), context, LABEL, (sim) =>
    names === undefined ? sim.getOnvifQuirks() : sim.setOnvifQuirks({ active: [...names] }),
  );
  const lines = table([
    ['', 'NAME', 'THE CAMERA THEN'],
    ...ONVIF_QUIRK_NAMES.map((name) => [active.includes(name) ? '*' : '', name, ONVIF_QUIRKS[name].effect]),
  ]);
  out.write(`${has(args, 'json') ? JSON.stringify({ active }) : lines.join('\n')}\n`);
  return 0;
}
