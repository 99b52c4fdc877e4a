import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { TSchema } from 'typebox';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, decided, NotApplicableFault, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';
import { answerFields, occurrences } from '../schema/fields.ts';
import { check } from './consistent.ts';
import { answerTo, isReadable } from './replies.ts';

/** Checks of the values of every answer, whatever they mean. */
export const soundValueChecks = (api: CheckedApi): ContractCheck[] => [
  ofAnswers(api, 'lists.have-each-once', 'A list has nothing twice.', published('GET, 200'), eachOnce),
  ofAnswers(api, 'times.are-past', 'No time is later than that of the station.', published('GET, 200'), timesArePast),
  ofAnswers(
    api,
    'numbers.are-rounded',
    'Numbers are rounded to what they mean: 0.01 degrees and metres, 1e-7 degrees of a position, 0.1 percent and volts.',
    decided('Requests and errors'),
    numbersAreRounded,
  ),
];

interface OneAnswer {
  readonly op: Operation;
  readonly answer: Answer;
  /** By the clock of the station, after the answer. */
  readonly nowS: number;
}

/** @returns undefined where the station may lack it */
export const unlessLacking = (answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((fault) => (fault instanceof NotApplicableFault ? undefined : Promise.reject(fault)));

/** A check of every answer that the station gives; what it lacks is reported elsewhere. */
const ofAnswers = (
  api: CheckedApi,
  id: string,
  sentence: string,
  source: ContractCheck['source'],
  judge: (expect: Expectations, one: OneAnswer) => void,
): ContractCheck =>
  check(id, sentence, source, async (expect, station) => {
    for (const op of api.operations.filter(isReadable)) {
      const answer = await unlessLacking(answerTo(op, station));
      if (answer?.status === 200) judge(expect, { op, answer, nowS: await station.nowS() });
    }
  });

function eachOnce(expect: Expectations, { answer: { exchange, json }, op }: OneAnswer): void {
  const inner = answerFields(op.replies[200] as TSchema).filter(({ schema: { type } }) => type === 'array');
  for (const path of ['', ...inner.map(({ path }) => path)]) {
    const lists = path === '' ? [json] : occurrences(json, path).values;
    for (const list of lists.filter((one) => Array.isArray(one))) {
      const items = list.map((item) => JSON.stringify(item));
      const twice = items.filter((item, index) => items.indexOf(item) !== index);
      expect.equal(twice, [], `what is twice in ${op.id} ${path}`, exchange);
    }
  }
}

/** Times of what will end. */
const TO_COME = /(^|\.)valid_until$/;
/** A station may round. */
const ROUNDED_S = 1;

function timesArePast(expect: Expectations, { answer: { exchange, json }, nowS, op }: OneAnswer): void {
  const times = answerFields(op.replies[200] as TSchema).filter(
    ({ path, schema }) => schema.format === 'date-time' && !TO_COME.test(path),
  );
  for (const { path } of times) {
    for (const time of occurrences(json, path).values) {
      const laterS = Date.parse(String(time)) / 1000 - nowS;
      expect.that(!(laterS > ROUNDED_S), `${path} of ${op.id} is ${laterS.toFixed(1)} s later than now`, exchange);
    }
  }
}

/** Most decimals by the name of a field. */
const DECIMALS: readonly (readonly [RegExp, number])[] = [
  [/_(lat|lon)$/, 7],
  [/_(battery_level|voltage)$/, 1],
  [/^altitude(_|$)|_heading$|_ned$/, 2],
];
/** No figure of a station means more. */
const DECIMALS_MAX = 7;

function numbersAreRounded(expect: Expectations, { answer: { exchange, json }, op }: OneAnswer): void {
  const numbers = answerFields(op.replies[200] as TSchema).filter(({ schema: { type } }) => type === 'number');
  for (const { path } of numbers) {
    const name = path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1);
    const decimals = DECIMALS.find(([pattern]) => pattern.test(name))?.[1] ?? DECIMALS_MAX;
    for (const value of occurrences(json, path).values) {
      if (typeof value !== 'number') continue;
      expect.equal(Number(value.toFixed(decimals)), value, `${path} of ${op.id} with ${decimals} decimals`, exchange);
    }
  }
}
