#!/usr/bin/env node
'use strict';
// Every Node reads this file, the oldest too, so that it can say what is needed: no syntax newer than ECMAScript 5 here.
var major = 24;
var version = process.versions.node;
var needed = ['kitestring: needs Node', major, 'or newer, this is', version];
var remedy = [': install it from https://nodejs.org, or run "npx -p node@', major, ' -p kitestring kitestring"\n'];

if (Number(version.split('.')[0]) < major) {
  process.stderr.write(needed.join(' ').concat(remedy.join('')));
  process.exit(1);
} else {
  require('./start.cjs');
}
