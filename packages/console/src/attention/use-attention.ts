import { onePer, Store } from '@kitestring/kit/store.ts';
import { useEffect, useSyncExternalStore } from 'react';
import type { PageSession } from '../station/page-session.ts';
import { useStation } from '../station/station-context.tsx';
import type { Attention, AttentionKind } from './attention.ts';

class AttentionStore extends Store<Attention> {
  constructor() {
    super({});
  }

  set(kind: AttentionKind, text: string | undefined): void {
    const { [kind]: before, ...others } = this.snapshot();
    if (before !== text) this.become(text === undefined ? others : { ...others, [kind]: text });
  }
}

const attentionOf = onePer((_: PageSession) => new AttentionStore());

/** Calls for attention while there is a text. */
export function useCallForAttention(kind: AttentionKind, text: string | undefined): void {
  const store = attentionOf(useStation().session);
  useEffect(() => {
    store.set(kind, text);
    return () => store.set(kind, undefined);
  }, [store, kind, text]);
}

export function useAttention(): Attention {
  const store = attentionOf(useStation().session);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
