export { type Facts, fileHead } from './file-head.ts';
export { McapAssembler } from './mcap-assembler.ts';
