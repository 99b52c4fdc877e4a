/** Whether anybody can see the page: a tab in the background needs no figures. */
export interface PageVisibility {
  readonly isHidden: boolean;
  /** Calls back each time that the page comes into sight. @returns what ends it */
  onShown(listener: () => void): () => void;
}

export const PAGE_VISIBILITY: PageVisibility = {
  get isHidden() {
    // Rules of the page are tested outside of browsers.
    return typeof document !== 'undefined' && document.hidden;
  },
  onShown(listener) {
    const changed = () => !document.hidden && listener();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
};
