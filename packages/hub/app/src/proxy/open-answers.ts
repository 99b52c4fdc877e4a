import { answerWith, readAll } from './read-all.ts';
import type { ReadAnswer, ReadOpener, ReadOutcome } from './station-reads.ts';

/** These answers need no token, so they use the link to a station at most at this interval. */
const KEPT_MS = 2000;
const HUB = { person: { id: 'hub', name: 'Hub', role: 'hub' }, scopes: ['read' as const], via: 'hub' };

interface Kept {
  readonly untilMs: number;
  readonly outcome: Promise<{ readonly answer: ReadAnswer; readonly bytes: Uint8Array } | ReadOutcome>;
}

/** Answers of stations that need no token: health and versions, requested by the hub itself. */
export class OpenAnswers {
  readonly #reads: ReadOpener;
  readonly #kept = new Map<string, Kept>();

  constructor(reads: ReadOpener) {
    this.#reads = reads;
  }

  async read(sid: string, pathAndQuery: string): Promise<ReadOutcome> {
    const [path = ''] = pathAndQuery.split('?');
    const outcome = await this.#current(sid, path).outcome;
    return 'bytes' in outcome ? answerWith(outcome.answer, outcome.bytes) : outcome;
  }

  #current(sid: string, path: string): Kept {
    const nowMs = performance.now();
    for (const [key, { untilMs }] of this.#kept) if (untilMs <= nowMs) this.#kept.delete(key);
    const key = `${sid}${path}`;
    const kept = this.#kept.get(key) ?? { untilMs: nowMs + KEPT_MS, outcome: this.#ask(sid, path) };
    this.#kept.set(key, kept);
    return kept;
  }

  async #ask(sid: string, path: string) {
    const outcome = await this.#reads.open({ ...HUB, sid, path });
    if (outcome.kind !== 'answer') return outcome;
    try {
      return { answer: outcome, bytes: await readAll(outcome) };
    } catch {
      return { kind: 'silent' as const };
    }
  }
}
