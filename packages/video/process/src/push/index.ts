export {
  PUSH_ADDRESS_ALLOWED,
  PUSH_ADDRESS_MAX,
  type PushTarget,
  readPushAddress,
  shownPushAddress,
} from './push-address.ts';
