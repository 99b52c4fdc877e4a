import type { PluginState } from '@kitestring/contract/admin/plugin.ts';
import type { ReactNode } from 'react';
import { classNames } from '../kit/class-names.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './plugins-drawer.module.css';

const SHAPES: Readonly<Record<PluginState, ReactNode>> = {
  Disabled: <path d="M5 5l14 14M12 3a9 9 0 1 0 .01 0" />,
  Enabled: <path d="M12 3a9 9 0 1 0 .01 0" />,
  Active: <path d="M12 3a9 9 0 1 0 .01 0M8 12l3 3.500 5.500-7" />,
  Connected: <path d="M12 3a9 9 0 1 0 .01 0M8 12l3 3.500 5.500-7" />,
  Warning: <path d="M12 3.500 2.300 20.500h19.400ZM12 10v5M12 17.800v.2" />,
  Error: <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8ZM8.500 8.500l7 7M15.500 8.500l-7 7" />,
};

/** How a plugin is, by shape, word and colour. */
export function PluginStateMark({ state }: { readonly state: PluginState }) {
  const words = useWords();
  return (
    <span className={classNames(styles.state, styles[state])}>
      <svg aria-hidden="true" width="18" height="18" viewBox="0 0 24 24">
        {SHAPES[state]}
      </svg>
      {words.plugins.state[state]}
    </span>
  );
}
