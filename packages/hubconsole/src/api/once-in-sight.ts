/** Does it at once, or as soon as the page is in sight: a page in a tab behind asks for nothing, and is up to date when it comes to the front. */
export function onceInSight(work: () => void, signal: AbortSignal): void {
  const look = () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', look);
    work();
  };
  document.addEventListener('visibilitychange', look, { signal });
  look();
}
