import { definitionOf } from '@kitestring/mavlink-codec/codec.ts';
import type { MessageRate } from '@kitestring/mavlink-link';
import type { TerminalOutput } from '../context.ts';
import { paint, table } from '../terminal-text.ts';

interface Sender {
  readonly system: number;
  readonly component: number;
  /** Its kind, and how it is heard. */
  readonly text: string;
}

/** Messages by sender, with rate and count. */
export function rateTable(out: TerminalOutput, rates: readonly MessageRate[], senders: readonly Sender[]): string[] {
  const groups = Map.groupBy(rates, ({ component, system }) => `${system}/${component}`);
  return [...groups].flatMap(([ids, messages]) => {
    const sender = senders.find(({ component, system }) => `${system}/${component}` === ids);
    const rows = messages.map(({ id, rateHz, total }) => [
      `  ${String(id).padStart(5)}`,
      definitionOf(id)?.name ?? 'unknown',
      (rateHz === undefined ? '...' : `${rateHz.toFixed(rateHz < 10 ? 1 : 0)} Hz`).padStart(8),
      String(total).padStart(7),
    ]);
    return [`${paint(out, 'bold', ids)}  ${sender?.text ?? ''}`.trimEnd(), ...table(rows)];
  });
}

/** Those with one of the names; all where there is none. */
export const ratesNamed = (rates: readonly MessageRate[], names: ReadonlySet<string>): readonly MessageRate[] =>
  names.size === 0 ? rates : rates.filter(({ id }) => names.has(definitionOf(id)?.name ?? ''));
