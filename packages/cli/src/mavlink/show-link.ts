import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { decode, Packet } from '@kitestring/mavlink-codec/codec.ts';
import { addressText, type LinkEvent, type MavlinkAddress, MavlinkLink } from '@kitestring/mavlink-link';
import type { Context, TerminalOutput } from '../context.ts';
import { LiveRegion } from '../live-region.ts';
import { stopped } from '../stop-signal.ts';
import { paint, safeLine } from '../terminal-text.ts';
import { kindOf, messageLine } from './message-text.ts';
import { ratesNamed, rateTable } from './rate-table.ts';
import { TlogFile } from './tlog-file.ts';

interface LinkViewOptions {
  readonly isJson: boolean;
  readonly sendsHeartbeat: boolean;
  /** Empty for all. */
  readonly names: ReadonlySet<string>;
  /** Path of a new file. */
  readonly tlog: string | undefined;
}

/** Not the 255 of a ground station that flies: the vehicle and its failsafe must not take us for that. */
const OUR_IDS = { system: 254, component: 190 };
const STEP_MS = 100;
const FRAME_MS = 500;
const TEXTS_SHOWN = 6;

/** Shows a link until it is stopped. @throws TransportFault; UsageFault for a file that cannot be created */
export async function showLink(address: MavlinkAddress, options: LinkViewOptions, context: Context): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const clock = new RealTimeClock();
  cleanup.defer(() => clock.stop());
  const link = cleanup.use(
    await MavlinkLink.open(address, { ids: OUR_IDS, clock, isPassive: !options.sendsHeartbeat }),
  );
  if (options.tlog !== undefined) {
    const file = cleanup.use(await TlogFile.create(options.tlog));
    link.onPacket((packet) => file.add(clock.nowUs(), packet));
  }
  const every = (periodMs: number, callback: () => void) => {
    const timer = setInterval(callback, periodMs);
    cleanup.defer(() => clearInterval(timer));
  };
  every(STEP_MS, () => link.step());
  if (options.isJson) showJson(link, options, context);
  else if (context.out.isTerminal) {
    const draw = table(link, address, options, context.out);
    every(FRAME_MS, draw);
    cleanup.defer(draw);
  } else showLines(link, address, options, context);
  await stopped(context.stop);
}

function showJson(link: MavlinkLink, { names }: LinkViewOptions, { out }: Context): void {
  link.onPacket((bytes, direction) => {
    const packet = new Packet(bytes);
    const message = decode(packet);
    if (names.size > 0 && !names.has(message?.name ?? '')) return;
    const { time, ...rest } = messageLine(link.clock.nowUs(), packet, message);
    out.write(`${JSON.stringify({ time, direction: direction.toLowerCase(), ...rest })}\n`);
  });
}

/** For a terminal: the senders and their messages, redrawn in place. @returns draws a frame */
function table(
  link: MavlinkLink,
  address: MavlinkAddress,
  { names }: LinkViewOptions,
  out: TerminalOutput,
): () => void {
  const region = new LiveRegion(out);
  const notes: string[] = [];
  const note = (text: string) => {
    notes.push(`  ${safeLine(text)}`);
    notes.splice(0, notes.length - TEXTS_SHOWN);
  };
  tellLink(link, note);
  return () => region.draw([headLine(link, address, out), ...notes, '', ...messageRows(link, names, out)]);
}

function messageRows(link: MavlinkLink, names: ReadonlySet<string>, out: TerminalOutput): string[] {
  const senders = link.watch.all.map(({ component, heartbeat, sequence, state, system }) => {
    const { lost, received } = sequence;
    const heard =
      state === 'Lost' ? paint(out, 'red', 'lost') : `${((100 * lost) / (lost + received)).toFixed(1)} % lost`;
    return { system, component, text: `${kindOf(heartbeat)}, ${heard}` };
  });
  return rateTable(out, ratesNamed(link.rates.all(link.clock.nowUs()), names), senders);
}

function headLine(link: MavlinkLink, address: MavlinkAddress, out: TerminalOutput): string {
  const state = link.transportState;
  const { badChecksums, garbageBytes, received, sent } = link.counts;
  const peers = state.state === 'Open' ? (state.peers.length === 0 ? 'no peer yet' : state.peers.join(', ')) : '';
  const text = state.state === 'Down' ? paint(out, 'red', safeLine(state.reason)) : peers;
  const bad =
    badChecksums + garbageBytes === 0 ? '' : `, ${badChecksums} bad checksums, ${garbageBytes} bytes of garbage`;
  return `${paint(out, 'bold', addressText(address))}  ${text}  ${received} in, ${sent} out${bad}`;
}

/** Where there is no terminal: a line for each event and text, and for each kind of message when it comes first. */
function showLines(link: MavlinkLink, address: MavlinkAddress, { names }: LinkViewOptions, { out }: Context): void {
  const say = (text: string) =>
    out.write(`${new Date(link.clock.nowUs() / 1000).toISOString().slice(11, 23)} ${safeLine(text)}\n`);
  const state = link.transportState;
  const bound = state.state === 'Open' && state.boundTo !== undefined ? `, port ${state.boundTo}` : '';
  say(`${addressText(address)}${bound}`);
  link.onTransportState((now) => {
    if (now.state === 'Down') say(`no connection: ${now.reason}; trying again`);
    else if (now.state === 'Open') say(now.peers.length === 0 ? 'no peer' : `connected: ${now.peers.join(', ')}`);
  });
  tellLink(link, say);
  const seen = new Set<string>();
  link.onMessage(({ component, name, system }) => {
    const key = `${system}/${component} ${name}`;
    if (seen.has(key) || (names.size > 0 && !names.has(name))) return;
    seen.add(key);
    say(key);
  });
}

function tellLink(link: MavlinkLink, say: (text: string) => void): void {
  link.onEvent((event) => say(eventText(event)));
  link.onText(({ component, severity, system, text }) => say(`${system}/${component} severity ${severity}: ${text}`));
}

function eventText(event: LinkEvent): string {
  const ids = `${event.of.system}/${event.of.component}`;
  switch (event.event) {
    case 'ComponentAppeared':
      return `${ids} has appeared`;
    case 'ComponentReturned':
      return `${ids} has returned`;
    case 'ComponentRestarted':
      return `${ids} has started again`;
    case 'ComponentLost':
      return `${ids} is lost: no heartbeat for ${event.silentS.toFixed(1)} s`;
    case 'IdsShared':
      return `${ids} is used by two senders: give one of them another system id`;
    case 'OurIdsUsed':
      return `${ids} at ${event.peer} uses our system id: give it another one`;
  }
}
