// Apart from kitestring.cjs: an old Node cannot read a dynamic import.
import('../dist/kitestring.mjs');
