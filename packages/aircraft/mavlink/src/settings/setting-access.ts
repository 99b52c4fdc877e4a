import type { ParameterAnswer, ParameterCache, Parameters } from '@kitestring/mavlink-link';
import { type JudgedSetting, judge } from './judged-settings.ts';
import type { SettingLimits, SettingRule } from './setting-rule.ts';

/** Result of the writing of one parameter. */
export interface WrittenSetting {
  readonly name: string;
  readonly wanted: number;
  /** `Written`: read back. `Other`: the autopilot holds another value than was written. */
  readonly outcome: 'Written' | 'Other' | 'Silent';
  /** Value that the autopilot holds; undefined where it does not answer. */
  readonly value: number | undefined;
}

interface SettingAccessDeps {
  readonly parameters: Parameters;
  readonly rules: readonly SettingRule[];
  readonly limits: () => SettingLimits;
}

/** Reads the parameters of the rules by name, and writes the wanted ones. */
export class SettingAccess {
  readonly #deps: SettingAccessDeps;
  readonly #answers = new Map<string, ParameterAnswer>();
  #cache: ParameterCache | undefined;

  constructor(deps: SettingAccessDeps) {
    this.#deps = deps;
  }

  /** Always resolves. @param names only these; the others are judged by what was read before */
  async read(names: readonly string[] = this.#deps.rules.map(({ name }) => name)): Promise<readonly JudgedSetting[]> {
    await this.#readNames(names);
    // A line that loses packets makes a name look absent: twice in a row is rare.
    await this.#readNames(names.filter((name) => this.#answers.get(name)?.state === 'Absent'));
    const others = this.#deps.rules.flatMap(({ name, otherName }) =>
      this.#answers.get(name)?.state === 'Absent' && otherName !== undefined ? [otherName.name] : [],
    );
    const unread = others.filter((name) => names.includes(name) || !this.#answers.has(name));
    await this.#readNames(unread);
    return this.judged();
  }

  /** By what was read so far, and the present limits. */
  judged(): readonly JudgedSetting[] {
    return judge(this.#deps.rules, this.#answers, this.#deps.limits());
  }

  /** Whether a name is one of those that are judged. */
  isWatched(name: string): boolean {
    return this.#deps.rules.some((rule) => rule.name === name || rule.otherName?.name === name);
  }

  /**
   * Writes what is unsafe, one after the other, and reads it back. @param mayWrite asked before each: false ends it
   */
  async write(judged: readonly JudgedSetting[], mayWrite: () => boolean): Promise<readonly WrittenSetting[]> {
    const written: WrittenSetting[] = [];
    for (const { rule, state, value } of judged) {
      if (state !== 'Unsafe' || value === undefined) continue;
      if (!mayWrite()) break;
      const wanted = rule.wanted(this.#deps.limits(), Math.trunc(value));
      // An autopilot may abort on it.
      if (!Number.isFinite(wanted)) throw new Error(`${rule.name}: no value to write`);
      const result = await this.#deps.parameters.set(rule.name, wanted);
      const held = 'value' in result ? result.value : undefined;
      const outcome = result.outcome === 'Done' ? 'Written' : held === undefined ? 'Silent' : 'Other';
      written.push({ name: rule.name, wanted, outcome, value: held });
    }
    return written;
  }

  async #readNames(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const { answers, cache } = await this.#deps.parameters.read(names, this.#cache);
    this.#cache = cache;
    for (const [name, answer] of answers) {
      // A name that was answered once is there.
      const before = this.#answers.get(name)?.state ?? 'Silent';
      if (answer.state === 'Known' || before === 'Silent') this.#answers.set(name, answer);
    }
  }
}
