import { Button } from '@kitestring/kit/button.tsx';
import { LatePart, useLatePart } from '@kitestring/kit/late-part.ts';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import type { ComponentProps, ComponentType } from 'react';
import { useWords } from '../words/words-context.tsx';

/**
 * Parts that the first figures of a flight do not need, and drawers not needed in flight: notifications and control are
 * not among them.
 */
export const DRAWERS = new LatePart(() => import('./drawers.ts'));

type Drawers = typeof import('./drawers.ts');
type LateDrawerProps<Name extends keyof Drawers> = { readonly name: Name } & ComponentProps<Drawers[Name]>;

/** Shown as nothing until loaded. */
export function LateExtras() {
  const { part } = useLatePart(DRAWERS, () => location.reload());
  return part === undefined ? null : <part.SeatExtras />;
}

/** Content of such a drawer, or a placeholder until loaded. */
export function LateDrawer<Name extends keyof Drawers>({ name, ...props }: LateDrawerProps<Name>) {
  const words = useWords();
  const { fault, part, tryAgain } = useLatePart(DRAWERS, () => location.reload());
  if (part !== undefined) {
    const Drawer = part[name] as ComponentType<object>;
    return <Drawer {...props} />;
  }
  if (fault === undefined) return <p role="status">{words.shell.loading}</p>;
  return (
    <>
      <Trouble text={words.shell.loadFaults[fault]} />
      <Button onPress={() => void tryAgain()}>{words.kit.tryAgain}</Button>
    </>
  );
}
