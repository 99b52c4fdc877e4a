import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_MISSION_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkLink } from '@kitestring/mavlink-link';
import { ftpRefusal } from '../server/read-only-file.ts';

/** Nothing stored, nothing to upload: what ground stations ask at each connection gets an answer that ends the question. */
export function answerSmallProtocols(link: MavlinkLink, message: Message, peer: string): void {
  const { component, system } = message;
  const target = { target_system: system, target_component: component };
  switch (message.name) {
    case 'MISSION_REQUEST_LIST':
      link.send('MISSION_COUNT', { count: 0, mission_type: message.fields.mission_type, ...target }, { peer });
      break;
    case 'MISSION_CLEAR_ALL':
    case 'MISSION_COUNT':
    case 'MISSION_WRITE_PARTIAL_LIST': {
      const isEmpty =
        message.name === 'MISSION_CLEAR_ALL' || (message.name === 'MISSION_COUNT' && message.fields.count === 0);
      const type = isEmpty ? MAV_MISSION_RESULT.ACCEPTED : MAV_MISSION_RESULT.UNSUPPORTED;
      link.send('MISSION_ACK', { type, mission_type: message.fields.mission_type, ...target }, { peer });
      break;
    }
    case 'MISSION_REQUEST':
    case 'MISSION_REQUEST_INT': {
      const { mission_type } = message.fields;
      link.send('MISSION_ACK', { type: MAV_MISSION_RESULT.INVALID_SEQUENCE, mission_type, ...target }, { peer });
      break;
    }
    case 'PING':
      // Zeros ask; our answer names the asker.
      if (message.fields.target_system !== 0 || message.fields.target_component !== 0) break;
      link.send('PING', { time_usec: message.fields.time_usec, seq: message.fields.seq, ...target }, { peer });
      break;
    case 'LOG_REQUEST_LIST':
      link.send('LOG_ENTRY', { id: 0, num_logs: 0, last_log_num: 0, time_utc: 0, size: 0 }, { peer });
      break;
    case 'FILE_TRANSFER_PROTOCOL':
      link.send('FILE_TRANSFER_PROTOCOL', { target_network: 0, ...target, payload: ftpRefusal(message) }, { peer });
      break;
    default:
  }
}
