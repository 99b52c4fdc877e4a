import { useWords } from '../words/words-context.tsx';
import type { CallFault } from './call-hub.ts';

/** Says a refusal in the language of the page, or in the words of the hub where there are none. */
export function useFaultText(): (fault: CallFault) => string {
  const { trouble } = useWords();
  const refusals: Readonly<Record<string, string>> = trouble.refusals;
  return ({ code, message, status, traceId }) => {
    // A proxy before the hub says nothing that the page could show.
    const text = (refusals[code] ?? trouble.of(status, message)) || trouble.failed;
    // A refusal says all that there is to say; of a failure the log of the hub says more.
    return status >= 500 && traceId !== undefined ? trouble.traced(text, traceId) : text;
  };
}
