import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import { Button } from './button.tsx';
import { Trouble } from './trouble.tsx';

export interface LatePart<Props> {
  (props: { readonly waiting?: ReactNode } & { readonly its: Props }): ReactNode;
  /** Begins to fetch it; what fails is tried again when it is shown. */
  readonly fetch: () => void;
}

/** A part of the page that is fetched when it is first shown. One that cannot be fetched says so, and can be tried again. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const fetch = (): Promise<void> => {
    loading ??= load().then(
      (Part) => {
        loaded = Part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Late({ its, waiting }: { readonly waiting?: ReactNode; readonly its: Props }) {
    const words = useWords();
    const [attempt, setAttempt] = useState(0);
    const [state, setState] = useState<'loading' | 'failed' | 'there'>(loaded === undefined ? 'loading' : 'there');
    // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` fetches again
    useEffect(() => {
      if (loaded !== undefined) return setState('there');
      let isWanted = true;
      setState('loading');
      fetch().then(
        () => isWanted && setState('there'),
        () => isWanted && setState('failed'),
      );
      return () => {
        isWanted = false;
      };
    }, [attempt]);
    if (loaded !== undefined) {
      const Part = loaded;
      return <Part {...its} />;
    }
    if (state !== 'failed') return waiting;
    return (
      <>
        <Trouble text={words.shell.loadFailed} />
        <Button onPress={() => setAttempt(attempt + 1)}>{words.shell.tryAgain}</Button>
      </>
    );
  }
  return Object.assign(Late, { fetch: () => void fetch().catch(() => undefined) });
}
