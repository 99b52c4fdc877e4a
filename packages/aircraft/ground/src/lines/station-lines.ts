import type { GroundOrder } from '@kitestring/station-core/ports';
import type { ReadLine } from './box-lines.ts';
import { Fields } from './fields.ts';
import { LID_ENDS, LINE_ORDER_WORDS, LINE_ORDERS, PROTOCOL, RANGE, VERSION } from './wire.ts';

/** A line that a station sends. */
export type StationLine =
  | { readonly kind: 'hello'; readonly version: number }
  | { readonly kind: 'beat' }
  /** The same id is the same order, sent again. */
  | { readonly kind: 'order'; readonly id: number; readonly order: GroundOrder };

export function stationLineText(line: StationLine): string {
  switch (line.kind) {
    case 'hello':
      return JSON.stringify({ kind: 'hello', protocol: PROTOCOL, version: VERSION });
    case 'beat':
      return JSON.stringify({ kind: 'beat' });
    case 'order':
      return JSON.stringify({ kind: 'order', id: line.id, ...orderFields(line.order) });
  }
}

function orderFields(order: GroundOrder) {
  switch (order.kind) {
    case 'lineLength':
      return { order: LINE_ORDER_WORDS.lineLength, length_m: order.lengthM, rate_mps: order.rateMps };
    case 'lineRate':
      return { order: LINE_ORDER_WORDS.lineRate, rate_mps: order.rateMps };
    case 'lineTension':
      return { order: LINE_ORDER_WORDS.lineTension, tension_n: order.tensionN };
    case 'lineStop':
      return { order: LINE_ORDER_WORDS.lineStop };
    case 'tetherPower':
      return { order: 'tether_power', on: order.isOn };
    case 'lids':
      return { order: 'lids', end: order.end === 'Opened' ? 'opened' : 'closed' };
  }
}

export function readStationLine(text: string): ReadLine<StationLine> {
  const fields = Fields.of(text);
  if (fields === undefined) return { wrong: [] };
  const line = stationLine(fields);
  return { ...(line !== undefined && { line }), wrong: fields.wrong };
}

function stationLine(fields: Fields): StationLine | undefined {
  switch (fields.word('kind', { hello: 'hello', beat: 'beat', order: 'order' } as const)) {
    case 'hello': {
      const version = fields.number('version', RANGE.version);
      const isOurs = fields.word('protocol', { [PROTOCOL]: true }) !== undefined;
      return isOurs && version !== undefined ? { kind: 'hello', version } : undefined;
    }
    case 'beat':
      return { kind: 'beat' };
    case 'order': {
      const id = fields.number('id', RANGE.id);
      const order = orderOf(fields);
      return id === undefined || order === undefined ? undefined : { kind: 'order', id, order };
    }
    default:
      return undefined;
  }
}

const ORDERS: Readonly<Record<string, GroundOrder['kind']>> = {
  ...LINE_ORDERS,
  tether_power: 'tetherPower',
  lids: 'lids',
};

function orderOf(fields: Fields): GroundOrder | undefined {
  const kind = fields.word('order', ORDERS);
  switch (kind) {
    case 'lineLength': {
      const lengthM = fields.number('length_m', RANGE.lengthM);
      const rateMps = fields.number('rate_mps', RANGE.rateMps);
      return lengthM === undefined ? undefined : { kind, lengthM, ...(rateMps !== undefined && { rateMps }) };
    }
    case 'lineRate': {
      const rateMps = fields.number('rate_mps', RANGE.rateMps);
      return rateMps === undefined ? undefined : { kind, rateMps };
    }
    case 'lineTension': {
      const tensionN = fields.number('tension_n', RANGE.tensionN);
      return tensionN === undefined ? undefined : { kind, tensionN };
    }
    case 'lineStop':
      return { kind };
    case 'tetherPower': {
      const isOn = fields.flag('on');
      return isOn === undefined ? undefined : { kind, isOn };
    }
    case 'lids': {
      const end = fields.word('end', LID_ENDS);
      return end === undefined ? undefined : { kind, end };
    }
    default:
      return undefined;
  }
}
