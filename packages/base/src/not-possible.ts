/** Why something is not possible now. */
export interface NotPossible {
  readonly reason: string;
}
