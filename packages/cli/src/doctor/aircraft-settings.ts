import {
  AircraftInspector,
  type InspectedAircraft,
  type JudgedSetting,
  type WrittenSetting,
} from '@kitestring/aircraft-mavlink';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import {
  addressFaultText,
  addressText,
  LinkSigning,
  type MavlinkAddress,
  parseAddress,
  passphraseKey,
  silenceHint,
  TransportFault,
} from '@kitestring/mavlink-link';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus, type TerminalOutput, UsageFault } from '../context.ts';
import { settingsOf } from '../settings-flags.ts';
import { stopped } from '../stop-signal.ts';
import { paint, table } from '../terminal-text.ts';

/** As a station has it: these ids must count for the failsafe. */
const OUR_IDS = { system: 255, component: 190 };

const ALIVE_MS = 1000;

type Aircraft = Extract<InspectedAircraft, { found: 'Aircraft' }>;

/** `kitestring doctor --aircraft ADDRESS`. @throws UsageFault for an address that is none, and a port or device that is not there */
export async function runAircraftDoctor(args: Arguments, context: Context): Promise<ExitStatus> {
  const address = addressOf(textOf(args, 'aircraft') ?? '');
  const { 'flight.altitude_hard_max_m': ceilingM, 'mavlink.signing_passphrase': passphrase } = settings(args, context);
  const isGiving = has(args, 'give-key');
  if (isGiving && passphrase === undefined) {
    throw new UsageFault(
      'doctor: --give-key: no key; set mavlink.signing_passphrase in the settings file, or KITESTRING_MAVLINK_SIGNING_PASSPHRASE',
    );
  }
  await using cleanup = new AsyncDisposableStack();
  const clock = cleanup.adopt(new RealTimeClock(), (it) => it.stop());
  // Neither the clock nor a connection that is being opened keeps the process alive.
  const alive = setInterval(() => {}, ALIVE_MS);
  cleanup.defer(() => clearInterval(alive));
  const key = passphrase === undefined ? undefined : passphraseKey(passphrase);
  const signing = key && new LinkSigning({ key, last: 0 }, clock);
  // An aircraft without the key is heard without signing only.
  const how = { clock, ids: OUR_IDS, ceilingM, signing: isGiving ? undefined : signing };
  const inspector = cleanup.use(await opened(address, how));
  const found = await unlessStopped(inspector.inspect(), context);
  const aircraft = suitable(found, address);
  const isJson = has(args, 'json');
  if (isGiving && key !== undefined && signing !== undefined) {
    await confirm(aircraft.name, 'give it the key', args, context);
    const signs = await unlessStopped(inspector.giveKey(key, signing), context);
    if (isJson) context.out.write(`${JSON.stringify({ aircraft: aircraft.text, name: aircraft.name, signs })}\n`);
    else context.out.write(keyText(aircraft, signs));
    return signs ? 0 : 1;
  }
  if (!isJson) context.out.write(settingsText(aircraft, address, context.out));
  if (!has(args, 'apply')) {
    if (isJson) writeJson(context, aircraft, address, aircraft.settings);
    else context.out.write(`${verdict(aircraft.settings)}${advice(aircraft.settings, address)}\n`);
    return statusOf(aircraft.settings);
  }
  const written = await apply(inspector, aircraft, args, context);
  const now = written.length === 0 ? aircraft.settings : await unlessStopped(inspector.readAgain(), context);
  if (isJson) writeJson(context, aircraft, address, now, written);
  else context.out.write(`${written.map(writtenText).join('')}${verdict(now)}\n`);
  return statusOf(now);
}

function addressOf(text: string): MavlinkAddress {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new UsageFault(`doctor: --aircraft: ${oneLine(addressFaultText(parsed.fault))}`);
  return parsed.address;
}

/** Those of the station: what its tether permits, and the key of its link. */
function settings({ flags, words }: Arguments, context: Context): SettingValues {
  const others = [...flags].filter(([name]) => name !== 'aircraft');
  return settingsOf({ words, flags: new Map(others) }, context).values;
}

const keyText = ({ name }: Aircraft, signs: boolean): string =>
  signs
    ? `${name} signs with the key now.\n`
    : `${name} does not sign with the key: it is armed, has another key already, or cannot sign (PX4 can from 1.18 on).\n`;

async function opened(
  address: MavlinkAddress,
  options: Parameters<typeof AircraftInspector.open>[1],
): Promise<AircraftInspector> {
  try {
    return await AircraftInspector.open(address, options);
  } catch (error) {
    if (error instanceof TransportFault) throw new UsageFault(`doctor: ${oneLine(error.message)}`, { cause: error });
    throw error;
  }
}

function suitable(found: InspectedAircraft, address: MavlinkAddress): Aircraft {
  const at = addressText(address);
  if (found.found === 'Aircraft') return found;
  if (found.found === 'Unsuitable') throw new CommandFault(`doctor: ${at}: ${found.reason}`);
  if (found.reason !== undefined) throw new UsageFault(`doctor: ${at}: no connection: ${oneLine(found.reason)}`);
  throw new CommandFault(
    `doctor: ${at}: no autopilot heard in 10 s${silenceHint(address)}; see kitestring mavlink ${at}, which shows all that comes`,
  );
}

async function apply(
  inspector: AircraftInspector,
  { name, settings }: Aircraft,
  args: Arguments,
  context: Context,
): Promise<readonly WrittenSetting[]> {
  const unsafe = settings.filter(({ state }) => state === 'Unsafe');
  if (unsafe.length === 0) return [];
  if (inspector.isArmed !== false)
    throw new CommandFault(`doctor: ${name} is armed, or is not heard: nothing is written`);
  await confirm(name, `write ${unsafe.length} parameters`, args, context);
  const written = await unlessStopped(inspector.write(settings), context);
  if (written.length < unsafe.length) {
    const rest = unsafe.length - written.length;
    throw new CommandFault(
      `doctor: ${name} is armed, or is not heard any more: ${rest} of ${unsafe.length} are not written`,
    );
  }
  return written;
}

/** The name of the aircraft, so that the one on the link is the one that is meant. */
async function confirm(name: string, what: string, args: Arguments, { ask }: Context): Promise<void> {
  const given = textOf(args, 'yes');
  if (given !== undefined) {
    if (given !== name) throw new UsageFault(`doctor: --yes: got "${oneLine(given)}", but the aircraft is ${name}`);
    return;
  }
  if (ask === undefined) throw new UsageFault(`doctor: no terminal for the confirmation; add --yes ${name}`);
  const typed = (await ask(`Type the name of the aircraft, ${name}, to ${what}: `)).trim();
  if (typed === name) return;
  throw new CommandFault(`doctor: nothing is written: the name is ${name}, got "${oneLine(typed)}"`);
}

const statusOf = (settings: readonly JudgedSetting[]): ExitStatus =>
  settings.every(({ state }) => state === 'Safe') ? 0 : 1;

const COLOURS = { Safe: 'green', Unsafe: 'red', Absent: 'red', Silent: 'yellow' } as const;
const WORDS = { Safe: 'ok', Unsafe: 'unsafe', Absent: 'absent', Silent: 'silent' } as const;

function settingsText({ settings, text }: Aircraft, address: MavlinkAddress, out: TerminalOutput): string {
  const lines = table([
    ['', 'parameter', 'value', 'wanted', 'why'],
    ...settings.map(({ rule, state, value, wanted }) => [
      WORDS[state],
      rule.name,
      value === undefined ? '-' : shown(value),
      wanted,
      rule.why,
    ]),
  ]);
  const painted = lines.map((line, index) => {
    const state = settings[index - 1]?.state;
    return state === undefined
      ? paint(out, 'bold', line)
      : paint(out, COLOURS[state], line.slice(0, 6)) + line.slice(6);
  });
  return `${text}, by ${addressText(address)}\n\n${painted.join('\n')}\n\n`;
}

function verdict(settings: readonly JudgedSetting[]): string {
  const count = (state: JudgedSetting['state']) => settings.filter((setting) => setting.state === state).length;
  const [unsafe, absent, silent] = [count('Unsafe'), count('Absent'), count('Silent')];
  if (unsafe + absent + silent === 0) return `All ${settings.length} parameters are safe on a tether.`;
  const parts = [
    unsafe > 0 ? `${unsafe} unsafe on a tether` : '',
    absent > 0 ? `${absent} not there` : '',
    silent > 0 ? `${silent} not answered` : '',
  ];
  return `Of ${settings.length} parameters: ${parts.filter((part) => part !== '').join(', ')}.`;
}

const advice = (settings: readonly JudgedSetting[], address: MavlinkAddress): string =>
  settings.some(({ state }) => state === 'Unsafe')
    ? ` To write the wanted values: npx kitestring doctor --aircraft mavlink:${addressText(address)} --apply`
    : '';

function writtenText({ name, outcome, value, wanted }: WrittenSetting): string {
  if (outcome === 'Written') return `${name} is ${shown(wanted)} now\n`;
  if (outcome === 'Silent') return `${name}: ${shown(wanted)} was written, and nothing answered\n`;
  return `${name}: ${shown(wanted)} was written, but it is ${value === undefined ? 'unknown' : shown(value)}\n`;
}

const shown = (value: number): string => String(Number(value.toPrecision(6)));

function writeJson(
  { out }: Context,
  { name, text }: Aircraft,
  address: MavlinkAddress,
  settings: readonly JudgedSetting[],
  written?: readonly WrittenSetting[],
): void {
  const parameters = settings.map(({ rule, state, value, wanted }) => {
    return { name: rule.name, state: WORDS[state], value: value ?? null, wanted, why: rule.why, guards: rule.guards };
  });
  const isSafe = statusOf(settings) === 0;
  const result = { aircraft: text, name, address: addressText(address), safe: isSafe, parameters };
  out.write(`${JSON.stringify({ ...result, ...(written !== undefined && { written }) })}\n`);
}

async function unlessStopped<T>(work: Promise<T>, { stop }: Context): Promise<T> {
  const end = stopped(stop).then(() => Promise.reject(stop.reason));
  return Promise.race([work, end]);
}
