import { useSyncExternalStore } from 'react';
import {
  type SharedReading,
  type SharedReadingDefinition,
  type SharedSnapshot,
  sharedReading,
} from './shared-reading.ts';
import { useStation } from './station-context.tsx';

export interface ShownReading<Value> extends SharedSnapshot<Value> {
  readonly again: () => void;
}

const NOT_READ: SharedSnapshot<never> = { value: undefined, receivedAtMs: 0, error: undefined };
const notListening = () => () => undefined;
const notRead = () => NOT_READ;

/** A shared reading as it is now. @param isOff it is not asked for */
export function useSharedReading<Value>(
  definition: SharedReadingDefinition<Value>,
  isOff = false,
): ShownReading<Value> {
  const reading: SharedReading<Value> = sharedReading(useStation().link, definition);
  const snapshot = useSyncExternalStore(isOff ? notListening : reading.subscribe, isOff ? notRead : reading.snapshot);
  return { ...snapshot, again: reading.again };
}
