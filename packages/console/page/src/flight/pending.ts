/** An accepted command that telemetry has not confirmed after this time is in doubt, milliseconds. */
export const DOUBT_AFTER_MS = 3000;
/** Duration of the doubtful state; after that only the reported state counts. */
export const DOUBT_FOR_MS = 8000;

/** A command in progress, from the press of the button until telemetry shows it. */
export type Pending<What> =
  | { readonly step: 'sending'; readonly what: What }
  | { readonly step: 'accepted'; readonly what: What; readonly acceptedAtMs: number }
  /** The station has accepted it but shows something else: another client or a safety reaction intervened. */
  | { readonly step: 'doubtful'; readonly what: What; readonly doubtedAtMs: number };

/** The station has accepted the command, and may show it already. */
export const accepted = <What>(what: What, isShown: boolean, nowMs: number): Pending<What> | undefined =>
  isShown ? undefined : { step: 'accepted', what, acceptedAtMs: nowMs };

/** After another telemetry message, or some time without one. */
export function afterTelemetry<What>(
  pending: Pending<What> | undefined,
  isShown: boolean,
  nowMs: number,
): Pending<What> | undefined {
  if (pending === undefined || pending.step === 'sending') return pending;
  if (isShown) return undefined;
  if (pending.step === 'doubtful') return nowMs - pending.doubtedAtMs >= DOUBT_FOR_MS ? undefined : pending;
  const isLate = nowMs - pending.acceptedAtMs >= DOUBT_AFTER_MS;
  return isLate ? { step: 'doubtful', what: pending.what, doubtedAtMs: nowMs } : pending;
}
