import { classNames } from '@kitestring/console-ui/class-names.ts';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useNumberText } from '../preferences/preferences.tsx';
import styles from './filter-buttons.module.css';

interface FilterButtonsProps<Id extends string> {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly names: Readonly<Record<Id, string>>;
  /** Number of entries of each; undefined: unknown. */
  readonly counts: Readonly<Record<Id, number | undefined>>;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly className?: string | undefined;
}

/** Filter of a list: one of several, each with the number of its entries. */
export function FilterButtons<Id extends string>(props: FilterButtonsProps<Id>) {
  const { className, counts, ids, label, names, onChange, value } = props;
  const number = useNumberText();
  return (
    <ToggleButtonGroup
      className={classNames(styles.filters, className)}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => onChange(ids.find((id) => keys.has(id)) ?? value)}
    >
      {ids.map((id) => (
        <ToggleButton key={id} id={id} className={styles.filter ?? ''}>
          {names[id]} {counts[id] !== undefined && <span className="figures">{number(counts[id])}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
