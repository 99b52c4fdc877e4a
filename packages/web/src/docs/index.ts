export { type DocsFile, docsAsset, docsFilesOf, type HtmlEntry, LICENCES, operationsHtml } from './docs-files.ts';
export { errorsHtml, errorsMarkdown } from './errors-reference.ts';
export { codeName, htmlPage, htmlTable, inlineHtml, type PageLink } from './html.ts';
export { GENERATED_NOTE, markdownTable } from './markdown.ts';
