import { randomUUID } from 'node:crypto';
import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import {
  ALL_MASKS,
  MASKS_MAX,
  type NewPrivacyMask,
  PrivacyMask,
  type PrivacyMaskList,
} from '@kitestring/station-contract/station/privacy-mask.ts';
import type { DocumentStore } from '@kitestring/station-core/ports';
import type { Mask } from '@kitestring/video-process/overlay';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { type MaskSurroundings, newMask } from './new-mask.ts';

interface PrivacyMasksDeps extends MaskSurroundings {
  readonly documents: Pick<DocumentStore, 'get' | 'set'>;
  /** Station time. */
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly log: Log;
  /** Streams of real cameras. */
  readonly realIds: () => readonly string[];
  /** Called after each change, before its answer. */
  readonly onChange: () => void;
}

const DOCUMENT = 'video.masks';
const Stored = Type.Array(PrivacyMask, { maxItems: MASKS_MAX });

/**
 * Areas that no picture shows. Masks that cannot be read, and streams that cannot be masked, have no pictures at all.
 */
export class PrivacyMasks {
  readonly #deps: PrivacyMasksDeps;
  /** Undefined where the stored ones cannot be read. */
  #masks: readonly PrivacyMask[] | undefined;
  #version = 0;

  constructor(deps: PrivacyMasksDeps) {
    this.#deps = deps;
    this.#masks = storedMasks(deps);
  }

  /** Increments with each change. */
  get version(): number {
    return this.#version;
  }

  /** Whether no picture may be shown, because it is not known what to hide. */
  get areUnreadable(): boolean {
    return this.#masks === undefined;
  }

  list(): PrivacyMaskList {
    const withheld = this.#deps.realIds().filter((id) => this.of(id).length > 0);
    if (this.#masks === undefined) return { masks: [], withheld, unreadable: 'the stored masks are damaged' };
    return { masks: [...this.#masks], withheld };
  }

  /** The masks in the pictures of a stream. */
  of(streamId: string): readonly Mask[] {
    const concerned = (this.#masks ?? []).filter(
      ({ holds, stream_id }) => holds === 'ground' || stream_id === streamId,
    );
    return concerned.map(({ corners = [], height_m = 0, holds, places = [] }) =>
      holds === 'picture'
        ? { holds, corners }
        : {
            holds,
            corners: places.map(({ latitude, longitude }) => ({ latDeg: latitude, lonDeg: longitude })),
            heightM: height_m,
          },
    );
  }

  /** INVALID_REQUEST, STREAM_NOT_FOUND, STREAM_NOT_READY. */
  add({ callerName }: Pick<Caller, 'callerName'>, asked: NewPrivacyMask): Result<PrivacyMask> {
    const masks = this.#masks;
    if (masks === undefined) return refuse('STREAM_NOT_READY.masksUnreadable');
    if (masks.length >= MASKS_MAX) return wrong(`at most ${MASKS_MAX} masks: remove one first`);
    const fields = newMask(asked, this.#deps);
    if (!fields.ok) return fields;
    const hidden = asked.holds === 'ground' ? undefined : asked.stream_id;
    const real = this.#deps.realIds().filter((id) => hidden === undefined || id === hidden);
    if (real.length > 0) {
      return wrong(
        `the stream ${real.join(', ')} comes from a real camera, whose pictures pass through without being decoded: set the mask in that camera`,
      );
    }
    const mask: PrivacyMask = {
      mask_id: randomUUID(),
      ...fields.value,
      created_time: formatTimestamp(this.#deps.clock.nowUs()),
      created_by: callerName,
    };
    this.#become([...masks, mask]);
    this.#deps.log.info({ mask: mask.mask_id, holds: mask.holds, by: callerName }, 'a privacy mask was set');
    return ok(mask);
  }

  /** @param id of a mask, or of all */
  remove({ callerName }: Pick<Caller, 'callerName'>, id: string): Result<void> {
    const isAll = id === ALL_MASKS;
    if (!isAll && !this.#masks?.some(({ mask_id }) => mask_id === id)) return accepted;
    this.#become(isAll ? [] : (this.#masks?.filter(({ mask_id }) => mask_id !== id) ?? []));
    this.#deps.log.info({ mask: id, by: callerName }, 'a privacy mask was removed');
    return accepted;
  }

  /** Stored first: a mask that was acknowledged is never lost. */
  #become(masks: readonly PrivacyMask[]): void {
    this.#deps.documents.set(DOCUMENT, JSON.stringify(masks));
    this.#masks = masks;
    this.#version += 1;
    this.#deps.onChange();
  }
}

function storedMasks({ documents, log }: PrivacyMasksDeps): readonly PrivacyMask[] | undefined {
  try {
    const text = documents.get(DOCUMENT);
    const stored: unknown = text === undefined ? [] : JSON.parse(text);
    if (Check(Stored, stored)) return stored;
    log.error({}, 'the stored privacy masks are damaged: no stream shows pictures');
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    log.error({ reason }, 'the stored privacy masks cannot be read: no stream shows pictures');
  }
  return undefined;
}

const wrong = (fault: string) => refuse('INVALID_REQUEST', { fault });
