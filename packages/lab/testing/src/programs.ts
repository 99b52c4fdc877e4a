export { INSTALLED_BY, programCache } from './found-program.ts';
export { HELM_CACHE, helmProgram, missingHelm } from './helm.ts';
export { homeAssistantProgram, missingHomeAssistant } from './home-assistant.ts';
export { LIVEKIT_SERVER_CACHE, livekitServerProgram, missingLivekitServer, TestRelay } from './livekit-server.ts';
export {
  missingNatsServer,
  NATS_SERVER_CACHE,
  natsServerProgram,
  STORY_NATS_SERVER_CACHE,
  storyNatsServerProgram,
} from './nats-server.ts';
export { missingPromtool, PROMTOOL_CACHE, promtoolProgram } from './promtool.ts';
export { missingVersityGateway, VERSITY_GATEWAY_CACHE, versityGatewayProgram } from './versity-gateway.ts';
