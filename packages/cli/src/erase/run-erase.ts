import { eraseRecords, type PersonalRecords, personalRecords } from '@kitestring/station-app/erasure/erase-records.ts';
import { type Arguments, has } from '../command.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { withStore } from '../data-store.ts';

/** `kitestring erase`. */
export async function runErase(args: Arguments, context: Context): Promise<ExitStatus> {
  const { err, out } = context;
  // From the question to the end no station can start on the folder.
  return await withStore(args, context, { alone: true }, async (store, folder) => {
    if (!has(args, 'yes') && !(await isConfirmed(personalRecords(store, folder), folder, context))) {
      err.write('Nothing was erased.\n');
      return 1;
    }
    const { file, receipt } = eraseRecords(store, folder, Date.now());
    if (has(args, 'json')) out.write(`${JSON.stringify({ ...receipt, receipt: file })}\n`);
    else out.write(`Erased: ${listOf(receipt.erased)}.\nKept: ${receipt.kept.join('; ')}.\nReceipt: ${file}\n`);
    return 0;
  });
}

async function isConfirmed(records: PersonalRecords, folder: string, { ask, out }: Context): Promise<boolean> {
  if (ask === undefined) throw new UsageFault('erase: no terminal for the confirmation; add --yes');
  out.write(`In ${folder}: ${listOf(records)}.\n`);
  return (await ask('This cannot be undone. Type "erase" to erase all of it: ')).trim() === 'erase';
}

function listOf({
  accounts,
  flights,
  hub_records,
  notifications,
  pins,
  recordings,
  sessions,
}: PersonalRecords): string {
  const filesOf = ({ bytes, files }: PersonalRecords['flights']) => `${files} (${(bytes / 2 ** 20).toFixed(1)} MiB)`;
  return [
    `files of flights ${filesOf(flights)}`,
    `files of recordings ${filesOf(recordings)}`,
    `files of records for a hub ${filesOf(hub_records)}`,
    `accounts ${accounts}`,
    `notifications ${notifications}`,
    `pins ${pins}`,
    `sessions ${sessions}`,
  ].join(', ');
}
