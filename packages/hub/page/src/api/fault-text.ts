import { useWords } from '../words/words-context.tsx';
import type { CallFault } from './call-hub.ts';

/** Describes a refusal in the language of the page, or in the words of the hub if there is no translation. */
export function useFaultText(): (fault: CallFault) => string {
  const { trouble } = useWords();
  const refusals: Readonly<Record<string, string>> = trouble.refusals;
  return ({ code, message, status, traceId }) => {
    // A proxy before the hub sends no text that the page could show.
    const text = (refusals[code] ?? trouble.of(status, message)) || trouble.failed;
    // A refusal is complete; for a failure the log of the hub has more.
    return status >= 500 && traceId !== undefined ? trouble.traced(text, traceId) : text;
  };
}
