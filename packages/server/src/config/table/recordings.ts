import Type from 'typebox';
import { DEFAULT_RECORDINGS_SETTINGS as recordings } from '../../recordings/recordings-settings.ts';
import { optionalSetting, setting } from '../setting.ts';
import { quantity } from './quantity.ts';

const MIB = 2 ** 20;

/** Recording of video. */
export const recordingSettings = {
  'recordings.automatic': setting(
    Type.Boolean(),
    recordings.isAutomatic,
    'Record the video of every flight, from take-off to landing.',
  ),
  'recordings.min_free_mib': setting(
    quantity('MiB', 0, 1e6),
    recordings.minFreeBytes / MIB,
    'No recording starts with less free space than this.',
  ),
  'recordings.low_free_mib': setting(
    quantity('MiB', 0, 1e6),
    recordings.lowFreeBytes / MIB,
    'Less free space than this during a recording is told by a notification.',
  ),
  'recordings.reserve_mib': setting(
    quantity('MiB', 0, 1e6),
    recordings.reserveBytes / MIB,
    'A running recording is ended when there is less free space than this.',
  ),
  'recordings.max_mib': optionalSetting(
    quantity('MiB', 1, 1e9),
    'Most space that all recordings together take. Without it they may fill the file system.',
  ),
  'recordings.remove_oldest': setting(
    Type.Boolean(),
    recordings.removesOldest,
    'Where space is missing the oldest recordings are removed. Otherwise none is ever removed by the station.',
  ),
};
