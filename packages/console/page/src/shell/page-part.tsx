import { Button } from '@kitestring/console-ui/button.tsx';
import { type LatePart, type LateState, useLatePart } from '@kitestring/console-ui/late-part.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';

/** A part of the page behind the sign-in that is loaded later; a reload to load it keeps the sign-in. */
export function usePagePart<Part>(late: LatePart<Part>): LateState<Part> {
  const { session } = useStation();
  return useLatePart(late, () => {
    session.carryOverReload();
    location.reload();
  });
}

/** Placeholder of such a part until it is loaded. */
export function PartWait({ fault, tryAgain }: Pick<LateState<unknown>, 'fault' | 'tryAgain'>) {
  const words = useWords();
  if (fault === undefined) return <p role="status">{words.shell.loading}</p>;
  return (
    <>
      <Trouble text={words.shell.loadFaults[fault]} />
      <Button onPress={() => void tryAgain()}>{words.ui.tryAgain}</Button>
    </>
  );
}
