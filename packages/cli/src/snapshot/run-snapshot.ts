import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { writePrivateFile } from '@kitestring/os/private-file.ts';
import { type Arguments, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { connect, withUrlWord } from '../station-link.ts';

/** `kitestring snapshot`. */
export async function runSnapshot(args: Arguments, context: Context): Promise<ExitStatus> {
  const out = textOf(args, 'out');
  if (out === undefined) throw new UsageFault('snapshot: --out FILE is missing');
  const file = path.resolve(context.folder, out);
  const named = withUrlWord(args, 'snapshot');
  await using client = connect(named, context, 'kitestring snapshot', ['internal']).client;
  const { name, time } = await client.sim.snapshot({ name: `file-${randomUUID()}` });
  try {
    const response = await client.sim.getSnapshotFile({ name });
    writePrivateFile(file, new Uint8Array(await response.arrayBuffer()));
  } finally {
    await client.sim.deleteSnapshot({ name });
  }
  context.out.write(`${out}: the station as it was at ${time}\n`);
  return 0;
}
