import type { ComponentProps, ComponentType } from 'react';
import { Button } from '../kit/button.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useWords } from '../words/words-context.tsx';
import { LatePart, useLatePart } from './late-part.ts';

/** What the first figures of a flight do without, and drawers that no flight needs: notifications and control are not among them. */
export const DRAWERS = new LatePart(() => import('./drawers.ts'));

type Drawers = typeof import('./drawers.ts');
type LateDrawerProps<Name extends keyof Drawers> = { readonly name: Name } & ComponentProps<Drawers[Name]>;

/** What is not missed until it has come. */
export function LateExtras() {
  const { part } = useLatePart(DRAWERS, () => location.reload());
  return part === undefined ? null : <part.SeatExtras />;
}

/** What is in such a drawer, or what there is to see until it has come. */
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
      <Button onPress={() => void tryAgain()}>{words.shell.tryAgain}</Button>
    </>
  );
}
