/** After this the browser has surely begun to read the file. */
const KEPT_MS = 60_000;

/** Gives bytes to the browser to save under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
