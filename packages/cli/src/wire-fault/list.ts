import { type Arguments, has } from '../command.ts';
import type { Context, ExitStatus } from '../context.ts';
import { withUrlWord } from '../station-link.ts';
import { paint, table } from '../terminal-text.ts';
import { selectionText } from './fault-text.ts';
import { withControls } from './with-controls.ts';

/** `kitestring wire-fault list`. */
export async function runWireFaultList(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const { faults } = await withControls(withUrlWord(args, 'wire-fault list'), context, (sim) => sim.listWireFaults());
  if (has(args, 'json')) {
    out.write(`${JSON.stringify(faults)}\n`);
    return 0;
  }
  const cells = faults.map((fault) => {
    const { hits, id, met, status, type } = fault;
    return [id, type, status, String(met), String(hits), selectionText(fault)];
  });
  const [head = '', ...lines] = table([['ID', 'TYPE', 'STATUS', 'MET', 'HITS', 'ACTS ON'], ...cells]);
  out.write(`${[paint(out, 'bold', head), ...lines].join('\n')}\n`);
  return 0;
}
