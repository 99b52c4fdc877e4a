import { useState } from 'react';
import { CallFault } from './call-hub.ts';
import { useFaultText } from './fault-text.ts';

export interface PageAction {
  readonly isBusy: boolean;
  /** Refusal of an input, to be shown at its field. */
  readonly atField: string | undefined;
  /** Every other refusal and fault. */
  readonly trouble: string | undefined;
  /** Runs each `then` in turn after the work has succeeded. */
  readonly run: (work: () => Promise<unknown>, ...then: readonly (() => void)[]) => Promise<void>;
  readonly clear: () => void;
}

/** Refusals that can be solved by another input. */
const OF_INPUT: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** One change at the hub, whether it is in progress, and why it was refused. */
export function useHubAction(): PageAction {
  const faultText = useFaultText();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<CallFault>();
  const run = async (work: () => Promise<unknown>, ...then: readonly (() => void)[]) => {
    setIsBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      return setFault(error instanceof CallFault ? error : new CallFault(0, '', String(error)));
    } finally {
      setIsBusy(false);
    }
    for (const next of then) next();
  };
  const text = fault === undefined ? undefined : faultText(fault);
  const isOfInput = fault !== undefined && OF_INPUT.has(fault.status);
  return {
    isBusy,
    run,
    clear: () => setFault(undefined),
    atField: isOfInput ? text : undefined,
    trouble: isOfInput ? undefined : text,
  };
}
