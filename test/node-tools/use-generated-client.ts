// A program with the client that oazapfts generates: compiled beside it, never run.
import {
  flightControlAltitude,
  handoffState,
  type RecordingsState,
  recordingsFile,
  recordingsState,
} from './client.ts';

const refused = await flightControlAltitude({ altitude: 10 });
if (refused.status === 409) console.log(refused.data.code);
const handoff = await handoffState();
if (handoff.status === 200) console.log(handoff.data.controlling_client?.operator_name);
const file = await recordingsFile('20260301_103000_+0100', 'main.mp4', { range: 'bytes=0-99' });
if (file.status === 206) console.log(file.data.size);
const state = await recordingsState();
const found: RecordingsState | undefined = state.status === 200 ? state.data : undefined;
console.log(found?.available_space);
