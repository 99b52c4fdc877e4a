import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { httpAgents } from '@kitestring/client/node.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import { partialName, recoverLog } from '@kitestring/station-flightlog/write';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, UsageFault } from '../context.ts';
import { connect, stationAddress, trustOf, withUrlWord } from '../station-link.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { RequestProxy } from './request-proxy.ts';
import { ShiftRecorder } from './shift-recorder.ts';

const PICTURES_MAX_S = 3600;

/** `kitestring record`. */
export async function runRecord(args: Arguments, context: Context): Promise<ExitStatus> {
  const out = textOf(args, 'out');
  if (out === undefined) throw new UsageFault('record: --out FILE is missing');
  const picturesEveryS = pictures(args);
  const file = path.resolve(context.folder, out);
  using _alone = lockOf(file);
  await checkFree(file);
  const named = withUrlWord(args, 'record');
  const proxyPort = proxyPortOf(args);
  await using client = connect(named, context, 'kitestring record', ['read']).client;
  const [info, { api_version }] = await Promise.all([client.system.getSystemInfo(), client.health.getHealth()]);
  const { gs_name, software_channel, software_version } = info;
  const fault = Promise.withResolvers<void>();
  const recorder = new ShiftRecorder({
    client,
    path: file,
    facts: { kind: 'shift', recorder: VERSION, gs_name, software_channel, software_version, api_version },
    picturesEveryS,
    onFault: (error) => fault.reject(new CommandFault(`${out} cannot be written: ${(error as Error).message}`)),
  });
  let isWhole = false;
  try {
    await using proxy = proxyPort === undefined ? undefined : await startProxy(named, context, proxyPort, recorder);
    context.err.write(`recording ${gs_name} to ${out}; Ctrl-C ends it\n`);
    if (proxy !== undefined) context.err.write(`recording the requests of the client that uses ${proxy.url}\n`);
    await Promise.race([stopped(context.stop), fault.promise]);
  } finally {
    isWhole = await recorder.finish('requested');
  }
  const lost = recorder.dropped === 0 ? '' : `; ${recorder.dropped} messages were lost, because the disk was too slow`;
  context.out.write(`${out}: ${recorder.messages} messages until ${formatTimestamp(recorder.timeUs)}${lost}\n`);
  return isWhole && recorder.dropped === 0 ? 0 : 1;
}

/** In front of the station, with the same trust. */
function startProxy(args: Arguments, context: Context, port: number, recorder: ShiftRecorder): Promise<RequestProxy> {
  const address = stationAddress(args, context);
  const agents = httpAgents(trustOf(address, args, context));
  const hasBodies = has(args, 'bodies');
  return RequestProxy.start({ stationUrl: address.url, agents, port, hasBodies, onRequest: recorder.request });
}

function proxyPortOf(args: Arguments): number | undefined {
  const text = textOf(args, 'proxy');
  if (text === undefined) {
    if (has(args, 'bodies')) throw new UsageFault('record: --bodies are those of --proxy PORT, which is missing');
    return undefined;
  }
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageFault(`record: --proxy: got "${text}", allowed: a port, 0 to 65535`);
}

function pictures(args: Arguments): number | undefined {
  const text = textOf(args, 'thumbnails');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 1 && seconds <= PICTURES_MAX_S) return seconds;
  throw new UsageFault(`record: --thumbnails: got "${text}", allowed: 1 to ${PICTURES_MAX_S} seconds`);
}

/** Held while one process records to the file: to another one its unfinished recording would look like that of a kill. */
function lockOf(file: string): Disposable {
  const lock = `${file}.lock`;
  onDisk(file, () => mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 }));
  const held = FolderLock.take({ lock }, 0);
  if (held === undefined) throw new CommandFault(`${file} is being recorded by another process: choose another --out`);
  return {
    [Symbol.dispose]: () => {
      rmSync(lock, { force: true });
      held.release();
    },
  };
}

/** A recording that a kill has left unfinished is completed first. */
async function checkFree(file: string): Promise<void> {
  if (existsSync(partialName(file))) {
    const messages = await recoverLog(file);
    throw new CommandFault(
      `${file} was left unfinished and has been recovered, ${messages} messages: name another --out`,
    );
  }
  if (existsSync(file)) throw new CommandFault(`${file} already exists: choose another --out`);
}
