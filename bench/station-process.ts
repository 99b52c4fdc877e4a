import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const LAUNCHER = join(import.meta.dirname, '../packages/cli/bin/kitestring.mjs');
const API_KEY = 'bench-key-that-nobody-else-has';

/** A station that runs as a user would run it, in a process of its own, with the rate limits out of the way. */
export interface StationProcess {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** From the start of the process to the first answer with status 200, milliseconds. */
  readonly startMs: number;
  residentMb(): number;
  /** CPU time used since the start, seconds. */
  cpuS(): number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly folder?: string;
  readonly flags?: readonly string[];
}

export async function startStation({ folder, flags = [] }: StartOptions = {}): Promise<StationProcess> {
  const dataFolder = folder ?? mkdtempSync(join(tmpdir(), 'kitestring-bench-'));
  const startedMs = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', '--data-dir', dataFolder, ...flags], {
    env: { ...process.env, ...WIDE_LIMITS, KITESTRING_API_KEY: API_KEY, KITESTRING_LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listeningUrl(child);
  await expectOk(`${url}/api/v1/health`);
  const startMs = performance.now() - startedMs;
  const pid = child.pid ?? 0;
  return {
    url,
    token: await requestToken(url),
    pid,
    startMs,
    residentMb: () => residentMb(pid),
    cpuS: () => cpuS(pid),
    stop: async () => {
      await stopChild(child);
      if (folder === undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The limiter stays in the path of every request; only its numbers are out of reach. */
const WIDE_LIMITS = {
  KITESTRING_LIMITS_READS_PER_S: '1000000',
  KITESTRING_LIMITS_READS_BURST: '1000000',
  KITESTRING_LIMITS_WEBSOCKETS_PER_SESSION: '2000',
};

async function listeningUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the station has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening.*?(http:\/\/[^\s",]+)/.exec(line)?.[1] ?? /(http:\/\/[^\s",]+).*listening/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return url.replace(/\/$/, '');
  }
  throw new Error('the station ended before it was listening');
}

async function expectOk(url: string): Promise<void> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

async function requestToken(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/token/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: API_KEY }),
  });
  const body = (await response.json()) as { access_token: string };
  return body.access_token;
}

function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** User and system time: fields 14 and 15 of /proc/PID/stat, in ticks of 10 ms; the name in field 2 may hold spaces. */
function cpuS(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) / 100;
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
