export { pageAssets } from './page-assets.ts';
export { reportPage } from './report-page.ts';
