/** The id of a recording is the moment at which it began: `2026-03-01T093000Z`, with `-2` behind it for a second one. */
const ID = /^(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z/;

/** When a recording began, as a timestamp; undefined for an id of another form. */
export function beganAt(recordingId: string): string | undefined {
  const match = ID.exec(recordingId);
  return match === null ? undefined : `${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`;
}
