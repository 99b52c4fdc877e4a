import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import styles from './choice.module.css';
import { classNames } from './class-names.ts';
import { ChevronIcon } from './icons.tsx';
import list from './menu-list.module.css';
import { useOff } from './off.tsx';

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly value: Id | undefined;
  readonly onChange: (id: Id) => void;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
}

/** Selection of one option from a list. */
export function Choice<Id extends string>(props: ChoiceProps<Id>) {
  const { isDisabled = false, isLabelHidden = false, label, onChange, options, value } = props;
  const { isDisabled: isOff, ...described } = useOff(isDisabled);
  return (
    <Select
      className={styles.choice ?? ''}
      isDisabled={isOff}
      value={value ?? null}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <Label className={isLabelHidden ? 'hidden-visually' : 'quiet small'}>{label}</Label>
      <Button className={styles.button ?? ''} {...described}>
        <SelectValue />
        <ChevronIcon />
      </Button>
      <Popover className={classNames(list.popover, styles.popover)}>
        <ListBox items={options} className={classNames(list.list, styles.list)}>
          {({ name }) => <ListBoxItem className={list.item ?? ''}>{name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </Select>
  );
}
