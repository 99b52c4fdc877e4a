/* Links, who is on them, and the protocols that retry and end in time. */
export {
  type AddressFault,
  addressFaultText,
  addressText,
  type MavlinkAddress,
  type ParsedAddress,
  parseAddress,
  silenceHint,
} from './address.ts';
export {
  isVehicle,
  type LinkEvent,
  type MavlinkIds,
  type VehicleLink,
  vehicleLink,
  type WatchedComponent,
} from './link/component-watch.ts';
export { LinkSigning, passphraseKey, type SigningKey } from './link/link-signing.ts';
export { type LinkCounts, MavlinkLink, type MavlinkLinkOptions, type SendOptions } from './link/mavlink-link.ts';
export { type MessageRate, RateMeter } from './link/rate-meter.ts';
export {
  type CameraDescription,
  type CameraLens,
  type CameraReply,
  type CameraStream,
  describeCamera,
  SnapshotOrders,
} from './protocol/camera.ts';
export {
  type CommandNeed,
  type CommandRefusal,
  type MavlinkCommand,
  type MavlinkCommandOutcome,
  ORDER_PACE,
} from './protocol/command.ts';
export { type CommandOptions, MavlinkCommandSender } from './protocol/command-sender.ts';
export { type GimbalAttitude, gimbalAttitude } from './protocol/gimbal-attitude.ts';
export { type GimbalAngles, GimbalControl, type GimbalHolder, type GimbalRates } from './protocol/gimbal-control.ts';
export {
  type AxisRange,
  chooseGimbalManager,
  findGimbalManagers,
  type GimbalManager,
  type ManagerChoice,
} from './protocol/gimbal-managers.ts';
export { MessageIntervals, type MessageIntervalView } from './protocol/message-intervals.ts';
export type { ParameterAnswer, ParameterValue } from './protocol/parameter-reads.ts';
export {
  type ParameterCache,
  type ParameterEncoding,
  type ParameterOutcome,
  type ParameterReading,
  Parameters,
  parameterEncoding,
} from './protocol/parameters.ts';
export { type MessageReply, type MessageRequest, requestMessage } from './protocol/request-message.ts';
export {
  type MavlinkTransport,
  type SendClass,
  type TransportEvents,
  TransportFault,
  type TransportFaultCode,
  type TransportState,
} from './transport/mavlink-transport.ts';
export { openTransport } from './transport/open-transport.ts';
