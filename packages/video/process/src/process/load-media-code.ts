/*
 * Loads the modules of the media process and its threads, and ends: Node then writes the compiled code into the folder
 * given by the environment. It opens no socket, file or picture, so its output can be trusted.
 */
await Promise.all([
  import('./media-process.ts'),
  import('./station-pipe.ts'),
  import('../encode/native-codecs.ts').then(({ loadNativeCodecs }) => loadNativeCodecs()),
  import('../ingest/camera-snapshots.ts'),
  import('../relay/relay-encoder.ts'),
  import('../snapshot/thumbnails.ts'),
  import('../source/make-renderer.ts'),
  import('../source/picture-maker.ts'),
  import('../source/snapshot-renderer.ts'),
  import('../whep/whep-peers.ts'),
]);
process.exit(0);
