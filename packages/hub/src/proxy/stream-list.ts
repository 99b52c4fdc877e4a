import { answerWith, readAll } from './read-all.ts';
import type { ReadAnswer, ReadOutcome } from './station-reads.ts';

/** Addresses in the network of the station, which no client of the hub can reach. */
const LOCAL = ['rtsp_url', 'rtsps_url'];

/** The list of video streams without their addresses in the station’s network: the contract has them as optional. */
export async function withoutLocalAddresses(answer: ReadAnswer): Promise<ReadOutcome> {
  try {
    const streams = JSON.parse((await readAll(answer)).toString()) as readonly object[];
    const shown = streams.map((stream) =>
      Object.fromEntries(Object.entries(stream).filter(([name]) => !LOCAL.includes(name))),
    );
    return answerWith(answer, Buffer.from(JSON.stringify(shown)));
  } catch {
    return { kind: 'refused', error: 'OUTCOME_LOST', message: 'its list of streams is malformed' };
  }
}
