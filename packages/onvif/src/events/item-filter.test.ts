import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SoapFault } from '../soap/soap-fault.ts';
import { type EventItem, itemFilter } from './item-filter.ts';

const FLYING: readonly EventItem[] = [
  ['InputToken', 'flying'],
  ['LogicalState', 'true'],
];
const item = (name: string, value?: string) =>
  `boolean(//tt:SimpleItem[@Name="${name}"${value === undefined ? '' : ` and @Value="${value}"`}])`;

describe('a filter of the contents of events', () => {
  const cases: readonly (readonly [expression: string, isSelected: boolean])[] = [
    [item('InputToken', 'flying'), true],
    [item('InputToken', 'alarm'), false],
    [item('InputToken'), true],
    [`not(${item('InputToken')})`, false],
    [`not( ${item('Rule')} ) and ${item('LogicalState', 'true')}`, true],
    [`${item('InputToken')} or ${item('Rule')} and ${item('Rule')}`, true],
    [`(${item('InputToken')} or ${item('Rule')}) and ${item('Rule')}`, false],
    [`boolean(//SimpleItem[(@Name='Rule' or @Name='InputToken') and not(@Value="alarm")])`, true],
    // Name and value of one item, not of two.
    [item('InputToken', 'true'), false],
    ['boolean(//tt:ElementItem[@Name="InputToken"])', false],
  ];
  for (const [expression, isSelected] of cases) {
    it(`${isSelected ? 'selects' : 'leaves out'} by ${expression}`, () => {
      assert.equal(itemFilter(expression)(FLYING), isSelected);
    });
  }

  const nested = (depth: number) => `${'('.repeat(depth)}${item('A')}${')'.repeat(depth)}`;
  const wrong = [
    '',
    'boolean((//tt:SimpleItem[@Name="xyz"])',
    'boolean(//tt:SimpleItem)',
    '//tt:SimpleItem[@Name="a"]',
    'boolean(//tt:SimpleItem[@Name=a])',
    'boolean(//tt:SimpleItem[@Type="a"])',
    'boolean(//tt:SimpleItem["a"="a"])',
    `${item('A')} and`,
    `${item('A')} ${item('A')}`,
    `count(//tt:SimpleItem)`,
    nested(17),
    item('A'.repeat(1025)),
  ];
  for (const expression of wrong) {
    it(`is refused: ${expression.slice(0, 60)}`, () => {
      assert.throws(
        () => itemFilter(expression),
        (fault) => fault instanceof SoapFault && fault.subcodes.join('/') === 'InvalidArgVal/InvalidFilter',
      );
    });
  }

  it('takes brackets to the depth of its limit', () => {
    assert.equal(itemFilter(nested(14))(FLYING), false);
  });
});
