import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The texts that the page is made of beside its data. */
export interface PageAssets {
  readonly plotLibrary: string;
  readonly styles: readonly string[];
  readonly script: string;
}

/** In an order in which everything is there before it is used. */
const MODULES = ['flight', 'plot-list', 'time-axis', 'zoom', 'map', 'plots', 'lanes', 'page'];

const textOf = (file: URL | string): string => readFileSync(file, 'utf8');
const own = (name: string): string => textOf(new URL(`./page/${name}`, import.meta.url));

export function pageAssets(): PageAssets {
  const uplot = (name: string) => textOf(createRequire(import.meta.url).resolve(`uplot/dist/${name}`));
  return {
    plotLibrary: uplot('uPlot.iife.min.js'),
    styles: [uplot('uPlot.min.css'), own('report.css')],
    script: joined(MODULES.map((name) => own(`${name}.js`))),
  };
}

/** Modules as one script: a page opened from a disk may import nothing. Their names differ, so that one scope holds them all. */
function joined(modules: readonly string[]): string {
  const texts = modules.map((text) => text.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export /gm, ''));
  return `(() => {\n${texts.join('\n')}})();\n`;
}
