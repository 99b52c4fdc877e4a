/**
 * uPlot formats numbers by the language of the browser as soon as it is loaded, and throws where that is no language tag, as `en-US@posix` of
 * a Linux without a locale. To be imported before it.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
