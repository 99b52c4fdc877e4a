import { readFileSync } from 'node:fs';
import { HubFault } from './hub-fault.ts';

/** The secret in a configured file, without the line end. @throws HubFault */
export function readSecretFile(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault('SECRET_UNREADABLE', `${setting} cannot be read: ${reason}`, cause);
  }
}
