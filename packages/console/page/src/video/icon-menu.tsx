import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import list from '@kitestring/console-ui/menu-list.module.css';
import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from './icon-menu.module.css';
import { CheckIcon } from './stage-icons.tsx';

interface IconMenuProps<Id extends string> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly value: Id | undefined;
  readonly onChoose: (id: Id) => void;
}

/** A button that opens a list for one selection. */
export function IconMenu<Id extends string>({ icon, label, onChoose, options, value }: IconMenuProps<Id>) {
  return (
    <MenuTrigger>
      <Button isSquare aria-label={label}>
        {icon}
      </Button>
      <Popover className={list.popover ?? ''} placement="top">
        <Menu
          className={list.list ?? ''}
          aria-label={label}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={value === undefined ? [] : [value]}
          onAction={(key) => {
            const chosen = options.find(({ id }) => id === key);
            if (chosen !== undefined) onChoose(chosen.id);
          }}
          items={options}
        >
          {({ id, name }) => (
            <MenuItem id={id} className={classNames(list.item, styles.item)} textValue={name}>
              <span className={styles.check}>{id === value && <CheckIcon />}</span>
              {name}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
