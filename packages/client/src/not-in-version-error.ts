/** The station serves a version of the API that does not have what was called. Nothing was done. */
export class NotInVersionError extends Error {
  override readonly name = 'NotInVersionError';
  /** Version that the station serves, `1.0.0`. */
  readonly apiVersion: string;
  /** Missing in that version: the operation, `POST /v1/...`, or fields of its body. Empty where this client does not speak the version. */
  readonly missing: readonly string[];

  /** @internal */
  constructor(message: string, apiVersion: string, missing: readonly string[] = []) {
    super(message);
    this.apiVersion = apiVersion;
    this.missing = missing;
  }
}
