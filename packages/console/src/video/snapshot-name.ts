/** Name of a file with a picture: sorts by time, says which stream, and every file system takes it. */
export function snapshotName(stationName: string, streamId: string, takenAt: Date): string {
  const time = takenAt.toISOString().slice(0, 19).replaceAll(':', '');
  const words = [plain(stationName), plain(streamId), `${time}Z`].filter((word) => word !== '');
  return `${words.join('_')}.jpg`;
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
