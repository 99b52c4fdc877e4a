import { once } from 'node:events';
import { createServer } from 'node:net';
import type { OutputPorts, OutputSettings, PortChoice } from '@kitestring/video-process/process';
import { listenFault } from '@kitestring/web/listen';

/** The same outputs on their previous ports, to which players reconnect. */
export function servedAgain(outputs: OutputSettings, ports: OutputPorts): OutputSettings {
  const rtspPort = outputs.rtspPort === 'off' ? 'off' : again(outputs.rtspPort, ports.rtspPort);
  const streamPorts = Object.entries(outputs.streamPorts ?? {}).map(
    ([id, choice]) => [id, again(choice, ports.streamPorts?.[id])] as const,
  );
  return {
    ...outputs,
    rtspPort,
    rtspsPort: again(outputs.rtspsPort, ports.rtspsPort),
    ...(streamPorts.length > 0 && { streamPorts: Object.fromEntries(streamPorts) }),
  };
}

function again(choice: PortChoice, port: number | undefined): PortChoice {
  if (port === undefined) return choice;
  return typeof choice === 'number' ? port : { from: port };
}

/** Checks configured ports before the station starts without video. @throws ListenFault */
export async function checkChosenPorts(
  chosen: Pick<OutputSettings, 'host' | 'rtspPort' | 'rtspsPort' | 'streamPorts'>,
): Promise<void> {
  const { host, rtspPort, rtspsPort, streamPorts = {} } = chosen;
  for (const port of [...(rtspPort === 'off' ? [] : [rtspPort]), ...Object.values(streamPorts)]) {
    await checkPort(host, port, { purpose: 'RTSP', flag: '--video-rtsp-port' });
  }
  await checkPort(host, rtspsPort, { purpose: 'RTSPS', flag: '--video-rtsps-port' });
}

async function checkPort(host: string, port: PortChoice, use: { purpose: string; flag: string }): Promise<void> {
  if (typeof port === 'object' || port === 0) return;
  const server = createServer();
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFault({ host, port }, error as Error, use);
  }
  server.close();
  await once(server, 'close');
}
