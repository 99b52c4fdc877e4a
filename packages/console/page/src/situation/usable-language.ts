/**
 * uPlot formats numbers in the browser's language as soon as it is loaded, and throws if that is not a language tag,
 * such as `en-US@posix` on a Linux without a locale. Must be imported before it.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
