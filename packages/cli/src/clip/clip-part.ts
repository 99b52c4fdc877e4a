import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { ClipPart } from '@kitestring/station-contract/station/clip-operations.ts';
import { UsageFault } from '../context.ts';

/** `id`, `id/FILE`, each with `@BEGIN..END` or without. @throws UsageFault */
export function clipPart(word: string): ClipPart {
  const [, id, file, , from, to] = /^([^@/]+)(?:\/([^@/]+))?(@(.*?)\.\.(.*))?$/.exec(word) ?? [];
  if (id === undefined) throw new UsageFault(`clip: RECORDING is ID, ID/FILE or ID@BEGIN..END, got ${word}`);
  return {
    recording_id: id,
    ...(file !== undefined && { file_id: file }),
    ...moment('from', from, word),
    ...moment('to', to, word),
  };
}

function moment(which: 'from' | 'to', text: string | undefined, word: string): Partial<ClipPart> {
  if (text === undefined || text === '') return {};
  if (/^\d+(\.\d+)?$/.test(text)) return { [`${which}_s`]: Number(text) };
  if (parseTimestamp(text) !== undefined) return { [`${which}_time`]: text };
  throw new UsageFault(
    `clip: BEGIN and END are seconds or times such as 2026-06-16T13:30:00+02:00, got ${text} in ${word}`,
  );
}
