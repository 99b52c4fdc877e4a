import { parentPort, workerData } from 'node:worker_threads';
import { loadNativeCodecs } from '../encode/native-codecs.ts';
import { RelayEncoder } from './relay-encoder.ts';
import type { FromRelayEncoder, RelayEncoderSetup, ToRelayEncoder } from './relay-encoder-messages.ts';

/* Entry point of a worker thread: one stream made smaller for a relay. A fault ends the thread, which its owner detects. */
const port = parentPort;
if (port === null) throw new Error('relay-encoder-worker.ts is the entry of a worker thread');

const { bitRateBps, framesPerS } = workerData as RelayEncoderSetup;
const encoder = await RelayEncoder.open(await loadNativeCodecs(), framesPerS, bitRateBps);
const post = (message: FromRelayEncoder) => port.postMessage(message);

/** One after the other: an encoder that is being opened holds the next picture up. */
let working: Promise<void> = Promise.resolve();

async function receive(message: ToRelayEncoder): Promise<void> {
  if (message.kind === 'rate') encoder.setBitRate(message.bitRateBps);
  else if (message.kind === 'keyFrame') encoder.requestKeyFrame();
  else if (message.kind === 'picture') {
    const unit = await encoder.take(message.unit);
    const { step } = encoder;
    post({ kind: 'done', ...(unit !== undefined && { unit }), ...(step !== undefined && { step }) });
  } else {
    encoder.close();
    port?.close();
  }
}

port.on('message', (message: ToRelayEncoder) => {
  working = working.then(() => receive(message));
});
post({ kind: 'ready' });
