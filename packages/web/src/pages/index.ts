export { builtPage, HTML_TYPE, PAGE_HEADERS, plainPage } from './built-page.ts';
export { docsPages, jsonPage, pageWithOrigin } from './docs-pages.ts';
export { metricsPage, type StationFamily, type StationGauge } from './metrics-page.ts';
export { type AskedPage, isHeldAlready } from './page-files.ts';
