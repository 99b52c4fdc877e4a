import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Texts of the page other than its data. */
export interface PageAssets {
  readonly plotLibrary: string;
  readonly styles: readonly string[];
  readonly script: string;
}

/** In order of dependency. */
const MODULES = ['flight', 'plot-list', 'time-axis', 'zoom', 'map', 'plots', 'lanes', 'page'];

const readText = (file: URL | string): string => readFileSync(file, 'utf8');
const own = (name: string): string => readText(new URL(`./page/${name}`, import.meta.url));

/**
 * uPlot formats numbers by the language of the browser as soon as it is loaded, and throws where that is no language tag, as `en-US@posix` of
 * a Linux without a locale.
 */
const USABLE_LANGUAGE =
  "try{new Intl.NumberFormat(navigator.language)}catch{Object.defineProperty(navigator,'language',{value:'en'})}\n";

export function pageAssets(): PageAssets {
  const uplot = (name: string) => readText(createRequire(import.meta.url).resolve(`uplot/dist/${name}`));
  return {
    plotLibrary: USABLE_LANGUAGE + uplot('uPlot.iife.min.js'),
    styles: [uplot('uPlot.min.css'), own('report.css')],
    script: joined(MODULES.map((name) => own(`${name}.js`))),
  };
}

/**
 * Joins modules to one script: a page opened from a disk cannot import. Their names are unique, so that one scope
 * holds them all.
 */
function joined(modules: readonly string[]): string {
  const texts = modules.map((text) => text.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export /gm, ''));
  return `(() => {\n${texts.join('\n')}})();\n`;
}
