import { Button } from '@kitestring/kit/button.tsx';
import { copyText } from '@kitestring/kit/copy-text.ts';
import { Panel } from '@kitestring/kit/panel.tsx';
import { useState, useSyncExternalStore } from 'react';
import { useStation } from '../station/station-context.tsx';
import { tracesOf, traceText } from '../video/player-traces.ts';
import { useWords } from '../words/words-context.tsx';

/** Log of the video connections, for network diagnosis. */
export function VideoTracePanel() {
  const { videoTrace: words } = useWords().system;
  const store = tracesOf(useStation().link);
  const traces = useSyncExternalStore(store.subscribe, store.snapshot);
  const [isCopied, setCopied] = useState(false);
  if (traces.size === 0) return null;
  return (
    <Panel title={words.title}>
      <p className="quiet small">{words.lead}</p>
      <Button onPress={() => void copyText(traceText(traces)).then(setCopied)}>{words.copy}</Button>
      <p role="status" className="small">
        {isCopied && words.copied}
      </p>
    </Panel>
  );
}
