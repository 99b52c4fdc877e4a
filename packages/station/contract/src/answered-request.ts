import type { Caller } from './auth/caller.ts';
import type { Operation } from './operation.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly operation: Operation;
  /** Null when the request carried no token that is known. */
  readonly caller: Caller | null;
  /** Remote address. */
  readonly address: string | undefined;
  /** Parameters of its path. */
  readonly params: unknown;
  /** Target, if the path does not contain it. */
  readonly target?: string | undefined;
  /** Checked against its schema; undefined when there was none or it was invalid. */
  readonly body: unknown;
  readonly status: number;
  /** Why it was refused. */
  readonly code?: string;
  readonly message?: string;
}

/** Called for each request of an operation, after the decision and before the response is sent. */
export type RequestWatch = (answered: AnsweredRequest) => void;
