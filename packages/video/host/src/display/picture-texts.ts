import type { Log } from '@kitestring/base/log.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  DISPLAY_BLOCKS_OF_STREAM_MAX,
  DISPLAY_TEXT_MAX,
  type DisplayBlock,
  PictureDisplay,
} from '@kitestring/station-contract/station/picture-display.ts';
import { readLine } from '@kitestring/station-core/auth';
import type { DocumentStore } from '@kitestring/station-core/ports';
import type { TextBlock } from '@kitestring/video-process/overlay';
import { Check } from 'typebox/value';
import { type DisplayFacts, displayLines } from './display-lines.ts';

interface PictureTextsDeps {
  readonly documents: Pick<DocumentStore, 'get' | 'set'>;
  readonly log: Log;
  /** STREAM_NOT_FOUND. */
  readonly find: (streamId: string) => Result<unknown>;
  /** Streams of the camera, with what is known of their pictures now. */
  readonly facts: () => Readonly<Record<string, DisplayFacts>>;
  readonly onChange: () => void;
  readonly send: (texts: Readonly<Record<string, readonly TextBlock[]>>) => void;
}

const DOCUMENT = 'video.display';

/** The on-screen display: lines that are written into the pictures, by choice. */
export class PictureTexts {
  readonly #deps: PictureTextsDeps;
  #blocks: readonly DisplayBlock[];
  #sent = '{}';

  constructor(deps: PictureTextsDeps) {
    this.#deps = deps;
    this.#blocks = storedBlocks(deps);
  }

  get value(): PictureDisplay {
    return { blocks: [...this.#blocks] };
  }

  /** Replaces all blocks. INVALID_REQUEST, STREAM_NOT_FOUND. */
  set({ blocks }: PictureDisplay): Result<PictureDisplay> {
    const read: DisplayBlock[] = [];
    for (const [at, block] of blocks.entries()) {
      const one = readBlock(block, at);
      if (!one.ok) return one;
      const stream = block.stream_id === undefined ? ok(undefined) : this.#deps.find(block.stream_id);
      if (!stream.ok) return stream;
      read.push(one.value);
    }
    const ids = new Set(read.flatMap(({ stream_id }) => stream_id ?? []));
    const most = Math.max(...[undefined, ...ids].map((id) => blocksOf(read, id).length));
    if (most > DISPLAY_BLOCKS_OF_STREAM_MAX) {
      return wrong(`at most ${DISPLAY_BLOCKS_OF_STREAM_MAX} blocks in the pictures of one stream, got ${most}`);
    }
    this.#deps.documents.set(DOCUMENT, JSON.stringify({ blocks: read }));
    this.#blocks = read;
    this.send();
    this.#deps.onChange();
    return ok(this.value);
  }

  /** Sends the present texts to the media process, if they are others than before. */
  send(): void {
    const texts = this.#texts();
    const text = JSON.stringify(texts);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#deps.send(texts);
  }

  /** The media process is new, and has none. */
  forget(): void {
    this.#sent = '{}';
  }

  #texts(): Readonly<Record<string, readonly TextBlock[]>> {
    if (this.#blocks.length === 0) return {};
    return Object.fromEntries(
      Object.entries(this.#deps.facts()).map(([id, facts]) => [
        id,
        blocksOf(this.#blocks, id).map((block) => ({
          corner: block.corner,
          size: block.size,
          lines: displayLines(block, facts),
        })),
      ]),
    );
  }
}

const blocksOf = (blocks: readonly DisplayBlock[], streamId: string | undefined) =>
  blocks.filter(({ stream_id }) => stream_id === undefined || stream_id === streamId);

function readBlock(block: DisplayBlock, at: number): Result<DisplayBlock> {
  if ((block.text === undefined) === block.lines.includes('text')) {
    return wrong(`blocks/${at}: text and the line \`text\` belong together`);
  }
  if (block.text === undefined) return ok(block);
  const text = readLine(`blocks/${at}/text`, block.text);
  if (!text.ok) return text;
  const { length } = [...text.value];
  if (length >= 1 && length <= DISPLAY_TEXT_MAX) return ok({ ...block, text: text.value });
  return wrong(`blocks/${at}/text must have 1 to ${DISPLAY_TEXT_MAX} characters, got ${length}`);
}

/** Nothing is lost by a display that cannot be read: pictures go on without it. */
function storedBlocks({ documents, log }: PictureTextsDeps): readonly DisplayBlock[] {
  try {
    const text = documents.get(DOCUMENT);
    const stored: unknown = text === undefined ? { blocks: [] } : JSON.parse(text);
    if (Check(PictureDisplay, stored)) return stored.blocks;
    log.warn({}, 'the stored on-screen display is damaged: pictures have none');
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    log.warn({ reason }, 'the stored on-screen display cannot be read: pictures have none');
  }
  return [];
}

const wrong = (fault: string) => refuse('INVALID_REQUEST', { fault });
