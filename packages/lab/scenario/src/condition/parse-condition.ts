import { COMPARISONS, type Comparison, type Condition, type Operand } from './condition.ts';
import { answerPattern, answersAllowed, looksLikeClass, notificationCode } from './contract-name.ts';
import { didYouMean, listed } from './did-you-mean.ts';
import { FIELD_NAMES, type Field, fieldNamed, type NumberField } from './field.ts';
import { ConditionFault, type Token, tokensOf } from './tokens.ts';
import { factorTo, unitsAllowed } from './unit.ts';

/** A step name in a condition. */
interface StepReference {
  readonly name: string;
  /** Its position in the text of the condition. */
  readonly offset: number;
}

type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition; readonly faults: readonly StepReference[] }
  | { readonly ok: false; readonly offset: number; readonly message: string };

/** Parses a condition such as `altitude < 25 m and not gps_fix`. */
export function parseCondition(text: string): ParsedCondition {
  try {
    const parser = new Parser(tokensOf(text));
    const condition = parser.whole();
    return { ok: true, condition, faults: parser.faults };
  } catch (problem) {
    if (!(problem instanceof ConditionFault)) throw problem;
    return { ok: false, offset: problem.offset, message: problem.message };
  }
}

const JOINTS = new Set(['and', 'or', 'not', 'is', 'in', 'between', 'within', 'of']);
const OTHER_STARTS = ['notification', 'fault', 'answer', 'not', '('];

class Parser {
  readonly faults: StepReference[] = [];
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Condition {
    const condition = this.#any();
    const rest = this.#token;
    if (rest.kind !== 'end') throw problem(rest, `"${rest.text}" is too much here, allowed: and, or, the end`);
    return condition;
  }

  get #token(): Token {
    const token = this.#tokens[Math.min(this.#index, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('a text has at least the token of its end');
    return token;
  }

  #next(): Token {
    const token = this.#token;
    this.#index += 1;
    return token;
  }

  #accept(...texts: readonly string[]): boolean {
    const { kind, text } = this.#token;
    if ((kind !== 'word' && kind !== 'sign') || !texts.includes(text)) return false;
    this.#index += 1;
    return true;
  }

  #expect(text: string): void {
    const token = this.#token;
    if (!this.#accept(text)) throw problem(token, `got ${shown(token)}, allowed: ${text}`);
  }

  #any(): Condition {
    return this.#joined('or', 'any', () => this.#all());
  }

  #all(): Condition {
    return this.#joined('and', 'all', () => this.#negated());
  }

  #joined(word: string, kind: 'all' | 'any', read: () => Condition): Condition {
    const first = read();
    const parts = [first];
    while (this.#accept(word)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  #negated(): Condition {
    return this.#accept('not') ? { kind: 'not', part: this.#negated() } : this.#single();
  }

  #single(): Condition {
    if (this.#accept('(')) {
      const inner = this.#any();
      this.#expect(')');
      return inner;
    }
    if (this.#accept('notification')) return this.#active({ kind: 'notification', code: this.#notification() });
    if (this.#accept('fault')) return this.#active({ kind: 'fault', stepName: this.#faultStep() });
    if (this.#accept('answer')) return this.#answer();
    if (looksLikeClass(this.#token.text)) return { kind: 'answer', pattern: this.#pattern() };
    return this.#fieldTest();
  }

  #notification(): number {
    const token = this.#next();
    const { code, allowed } = notificationCode(token.text);
    if (code !== undefined) return code;
    throw problem(token, `${shown(token)} is no notification${allowed}`);
  }

  #faultStep(): string {
    const token = this.#next();
    if (token.kind !== 'text' && token.kind !== 'word') {
      throw problem(token, `got ${shown(token)}, allowed: the name of the step of a fault, as in fault "gps goes"`);
    }
    this.faults.push({ name: token.text, offset: token.offset });
    return token.text;
  }

  #active(condition: Condition): Condition {
    this.#expect('is');
    const isNot = this.#accept('not');
    this.#expect('active');
    return isNot ? { kind: 'not', part: condition } : condition;
  }

  #answer(): Condition {
    this.#expect('is');
    const isNot = this.#accept('not');
    const condition: Condition = { kind: 'answer', pattern: this.#pattern() };
    return isNot ? { kind: 'not', part: condition } : condition;
  }

  #pattern() {
    const token = this.#next();
    const pattern = answerPattern(token.text);
    if (pattern !== undefined) return pattern;
    throw problem(token, `${shown(token)} is no answer, allowed: ${answersAllowed(token.text)}`);
  }

  #fieldTest(): Condition {
    const token = this.#next();
    const name = token.text;
    const field = token.kind === 'word' && !JOINTS.has(name) ? fieldNamed(name) : undefined;
    if (field === undefined) throw problem(token, unknownField(token));
    if (this.#accept('is')) return this.#is(name, field);
    if (field.kind === 'number') return this.#numberTest(name, field);
    if (field.kind === 'flag') return { kind: 'flag', field: name };
    if (this.#accept('in')) return { kind: 'is', field: name, values: this.#values(name, field) };
    throw problem(this.#token, `got ${shown(this.#token)}, allowed after ${name}: is, is not, in`);
  }

  #is(name: string, field: Field): Condition {
    const isNot = this.#accept('not');
    const condition = this.#isPositive(name, field);
    return isNot ? { kind: 'not', part: condition } : condition;
  }

  #isPositive(name: string, field: Field): Condition {
    if (this.#accept('known')) return { kind: 'known', field: name };
    if (this.#accept('unknown')) return { kind: 'not', part: { kind: 'known', field: name } };
    const token = this.#token;
    if (field.kind === 'number') {
      throw problem(
        token,
        `got ${shown(token)}, allowed: known, unknown; a figure is compared: ${name} < 1${unitHint(field)}`,
      );
    }
    if (field.kind === 'flag') {
      throw problem(token, `got ${shown(token)}, allowed: known, unknown; or only ${name}, or not ${name}`);
    }
    return { kind: 'is', field: name, values: [this.#value(name, field)] };
  }

  #value(name: string, field: Field): string {
    const token = this.#next();
    if (token.kind !== 'word' && token.kind !== 'text') {
      throw problem(token, `got ${shown(token)}, allowed: a value of ${name}`);
    }
    if (field.kind === 'state' && !field.values.includes(token.text)) {
      throw problem(token, `${name} is never ${token.text}${didYouMean(token.text, field.values)}`);
    }
    return token.text;
  }

  #values(name: string, field: Field): string[] {
    this.#expect('(');
    const values = [this.#value(name, field)];
    while (this.#accept(',')) values.push(this.#value(name, field));
    this.#expect(')');
    return values;
  }

  #numberTest(name: string, field: NumberField): Condition {
    const token = this.#next();
    if (token.kind === 'sign' && isComparison(token.text)) {
      return { kind: 'compare', field: name, comparison: token.text, right: this.#operand(name, field) };
    }
    if (token.text === 'between') return this.#between(name, field);
    if (token.text === 'within') return this.#near(name, field);
    const allowed = `${COMPARISONS.join(' ')}, between, within, is known, is unknown`;
    throw problem(token, `got ${shown(token)}, allowed after ${name}: ${allowed}`);
  }

  #between(name: string, field: NumberField): Condition {
    const low = this.#quantity(name, field);
    this.#expect('and');
    const { offset } = this.#token;
    const high = this.#quantity(name, field);
    if (high < low) throw new ConditionFault(offset, `between needs the smaller figure first, got ${low} and ${high}`);
    return { kind: 'between', field: name, low, high, unit: field.unit };
  }

  #near(name: string, field: NumberField): Condition {
    const { offset } = this.#token;
    const distance = this.#quantity(name, field);
    if (distance < 0) throw new ConditionFault(offset, `within needs a distance of at least 0, got ${distance}`);
    this.#expect('of');
    return { kind: 'near', field: name, distance, unit: field.unit, of: this.#operand(name, field) };
  }

  #operand(name: string, field: NumberField): Operand {
    const token = this.#token;
    if (token.kind !== 'word') return { kind: 'quantity', value: this.#quantity(name, field), unit: field.unit };
    const other = fieldNamed(token.text);
    if (other === undefined) throw problem(token, unknownField(token));
    if (other.kind !== 'number' || other.unit !== field.unit) {
      throw problem(
        token,
        `${name} cannot be compared with ${token.text}, allowed: a quantity in ${unitsAllowed(field.unit)}`,
      );
    }
    this.#index += 1;
    return { kind: 'field', field: token.text };
  }

  #quantity(name: string, field: NumberField): number {
    const token = this.#next();
    if (token.kind !== 'number') throw problem(token, `got ${shown(token)}, allowed: a figure${unitHint(field)}`);
    return Number(token.text) * this.#factor(name, field, token);
  }

  /** Reads the unit after a figure. */
  #factor(name: string, { unit }: NumberField, figure: Token): number {
    const token = this.#token;
    const isUnit = token.kind === 'word' && !JOINTS.has(token.text);
    if (!isUnit && unit === '') return 1;
    if (!isUnit) throw problem(token, `${name} needs a unit, allowed: ${figure.text} ${unit}`);
    const factor = factorTo(unit, token.text);
    if (factor === undefined)
      throw problem(token, `${token.text} is no unit of ${name}, allowed: ${unitsAllowed(unit)}`);
    this.#index += 1;
    return factor;
  }
}

const problem = ({ offset }: Token, message: string) => new ConditionFault(offset, message);
const shown = ({ kind, text }: Token): string => (kind === 'end' ? text : `"${text}"`);
const unitHint = ({ unit }: NumberField): string => (unit === '' ? '' : ` in ${unit}`);
const isComparison = (text: string): text is Comparison => (COMPARISONS as readonly string[]).includes(text);

function unknownField(token: Token): string {
  if (token.kind !== 'word' || JOINTS.has(token.text)) {
    return `got ${shown(token)}, allowed: a field, ${listed(OTHER_STARTS)}`;
  }
  return `${token.text} is no field${didYouMean(token.text, [...FIELD_NAMES, ...OTHER_STARTS.slice(0, 3)])}`;
}
