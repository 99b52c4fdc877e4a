import { isDeepStrictEqual } from 'node:util';
import {
  DISPLAY_BLOCKS_MAX,
  DISPLAY_BLOCKS_OF_STREAM_MAX,
  type DisplayBlock,
} from '@kitestring/station-contract/station/picture-display.ts';
import { keptDocument } from '../kept-document.ts';
import type { OnvifStation, StationRefusal } from '../onvif-station.ts';
import { SoapFault } from '../soap/soap-fault.ts';

/** A block of the on-screen display that ONVIF can express: one line, in one stream. */
export interface OsdBlock extends DisplayBlock {
  readonly stream_id: string;
}

interface Osd {
  readonly token: string;
  readonly block: OsdBlock;
}

/** Kinds of text by the line of the display. */
export const TEXT_KINDS = [
  ['Plain', 'text'],
  ['Date', 'date'],
  ['Time', 'clock'],
  ['DateAndTime', 'time_utc'],
] as const satisfies readonly (readonly [kind: string, line: DisplayBlock['lines'][number]])[];

const DOCUMENT = 'onvif.osds';

const isOsd = (block: DisplayBlock): block is OsdBlock =>
  block.stream_id !== undefined && block.lines.length === 1 && TEXT_KINDS.some(([, line]) => line === block.lines[0]);

/** The on-screen display as a list of texts with tokens. Blocks that ONVIF cannot express have none, and stay as they are. */
export class Osds {
  readonly #station: OnvifStation;

  constructor(station: OnvifStation) {
    this.#station = station;
  }

  /** A block keeps its token until the console changes it. */
  get list(): readonly Osd[] {
    const kept = keptDocument<readonly Osd[]>(this.#station.documents, DOCUMENT, []);
    const free = [...kept];
    const list = this.#station
      .display()
      .filter(isOsd)
      .map((block) => {
        const at = free.findIndex((one) => isDeepStrictEqual(one.block, block));
        return { block, token: at === -1 ? undefined : free.splice(at, 1)[0]?.token };
      });
    let next = 1 + Math.max(0, ...kept.map(({ token }) => Number(token.slice('osd_'.length))));
    const named = list.map(({ block, token }) => ({ block, token: token ?? `osd_${next++}` }));
    if (!isDeepStrictEqual(named, kept)) this.#keep(named);
    return named;
  }

  /** How many texts the pictures of a stream can have beside what ONVIF does not list. */
  capacity(streamId: string): number {
    const others = this.#station
      .display()
      .filter((block) => !isOsd(block) && (block.stream_id === undefined || block.stream_id === streamId));
    return Math.max(0, DISPLAY_BLOCKS_OF_STREAM_MAX - others.length);
  }

  /** @returns its token, or the refusal of the station @throws SoapFault where the pictures have no place left */
  create(block: OsdBlock): string | StationRefusal {
    const blocks = this.#station.display();
    const { list } = this;
    const inStream = list.filter(({ block: { stream_id } }) => stream_id === block.stream_id).length;
    if (inStream >= this.capacity(block.stream_id) || blocks.length >= DISPLAY_BLOCKS_MAX)
      throw new SoapFault('Receiver', 'Action/MaxOSDs', `the pictures of ${block.stream_id} have no place for another`);
    const refusal = this.#station.setDisplay([...blocks, block]);
    // The station may write a text in another way: the token is that of its block.
    return refusal ?? this.list.at(-1)?.token ?? '';
  }

  set(token: string, block: OsdBlock): StationRefusal | undefined {
    const { list } = this;
    const refusal = this.#station.setDisplay(this.#blocksWith(token, [block]));
    if (refusal !== undefined) return refusal;
    const now = this.#station.display().filter(isOsd);
    this.#keep(list.map((one, at) => ({ token: one.token, block: now[at] ?? one.block })));
    return undefined;
  }

  remove(token: string): StationRefusal | undefined {
    const { list } = this;
    const refusal = this.#station.setDisplay(this.#blocksWith(token, []));
    // An equal text keeps its own token.
    if (refusal === undefined) this.#keep(list.filter((one) => one.token !== token));
    return refusal;
  }

  /** All blocks in their order, with others in the place of one. */
  #blocksWith(token: string, others: readonly OsdBlock[]): readonly DisplayBlock[] {
    const tokens = this.list.map((one) => one.token);
    return this.#station
      .display()
      .flatMap((block): readonly DisplayBlock[] => (isOsd(block) && tokens.shift() === token ? others : [block]));
  }

  #keep(list: readonly Osd[]): void {
    this.#station.documents.set(DOCUMENT, JSON.stringify(list));
  }
}
