/** An option of the client is malformed, or would do nothing beside the others. Nothing was sent. */
export class InvalidOptionError extends Error {
  override readonly name = 'InvalidOptionError';
}
