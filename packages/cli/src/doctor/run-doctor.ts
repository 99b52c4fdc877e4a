import { listenAddresses } from '@kitestring/settings/listen-addresses.ts';
import { type Arguments, has, textOf } from '../command.ts';
import type { Context, ExitStatus, TerminalOutput } from '../context.ts';
import { settingsOf } from '../settings-flags.ts';
import { stationAddress, trustOf } from '../station-link.ts';
import { paint } from '../terminal-text.ts';
import { checkCertificate } from './certificate.ts';
import { checkClock } from './clock.ts';
import { checkFolder, checkStore } from './data-folder.ts';
import { checkDisk } from './disk-space.ts';
import { checkChosenKey, checkEncryption, checkFirstKey } from './encryption.ts';
import type { Finding } from './finding.ts';
import { checkHealth } from './health.ts';
import { checkHubMembership } from './hub-membership.ts';
import { checkNetwork } from './network.ts';
import { checkNode } from './node-version.ts';
import { checkPort } from './port.ts';
import { writeReport } from './write-report.ts';

/** `kitestring doctor`. */
export async function runDoctor(args: Arguments, context: Context): Promise<ExitStatus> {
  const { values } = settingsOf(args, context);
  const folder = values.data_dir;
  const { isRunning, ...station } = await stationFinding(args, context);
  const findings = [
    checkNode(),
    await checkClock(),
    ...(await Promise.all(listenAddresses(values).map((at) => checkPort({ ...at, isOurs: isRunning })))),
    checkFolder(folder),
    checkStore(folder),
    checkCertificate(values),
    checkEncryption(values),
    checkChosenKey(values),
    checkFirstKey(values),
    checkNetwork(),
    await checkDisk(folder),
    await checkHubMembership(values),
    station,
  ].filter((finding) => finding !== undefined);
  const file = textOf(args, 'report');
  if (file !== undefined) await writeReport(file, findings, args, context);
  context.out.write(has(args, 'json') ? `${JSON.stringify(findings)}\n` : report(findings, context.out));
  return findings.some(({ status }) => status === 'fail') ? 1 : 0;
}

/** `isRunning`: at the configured port. */
async function stationFinding(args: Arguments, context: Context): Promise<Finding & { isRunning: boolean }> {
  const { port } = settingsOf(args, context).values;
  if (port === 0 && !args.flags.has('url')) {
    return {
      check: 'Station',
      status: 'ok',
      found: 'not checked, the port is 0; give the address with --url',
      isRunning: false,
    };
  }
  const address = stationAddress(args, context);
  const { isRunning, ...finding } = await checkHealth(address.url, trustOf(address, args, context));
  return { ...finding, isRunning: isRunning && address.isLocal && portOf(new URL(address.url)) === port };
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** The findings for a person, each with its remedy. */
export function report(findings: readonly Finding[], out: TerminalOutput): string {
  const lines = findings.flatMap(({ check, status, found, todo }) => [
    `${paint(out, COLOURS[status], status.padEnd(5))} ${paint(out, 'bold', check.padEnd(12))} ${found}`,
    ...(todo === undefined ? [] : [`${' '.repeat(19)}→ ${todo}`]),
  ]);
  return `${lines.join('\n')}\n`;
}
