import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';
import { quantity } from './quantity.ts';

/** Recording of video. */
export const recordingSettings = {
  'recordings.automatic': setting(Type.Boolean(), false, 'Record the video of every flight, from take-off to landing.'),
  'recordings.min_free_mib': setting(quantity('MiB', 0, 1e6), 1024, 'Minimum free disk space to start a recording.'),
  'recordings.low_free_mib': setting(
    quantity('MiB', 0, 1e6),
    5 * 1024,
    'Free disk space below which a notification is raised during a recording.',
  ),
  'recordings.reserve_mib': setting(
    quantity('MiB', 0, 1e6),
    64,
    'Free disk space below which a running recording is stopped.',
  ),
  'recordings.max_mib': optionalSetting(
    quantity('MiB', 1, 1e9),
    'Maximum disk space of all recordings together. If not set, recordings may fill the file system.',
  ),
  'recordings.snapshots_max_mib': setting(
    quantity('MiB', 1, 1e6),
    1024,
    'Maximum disk space of all stored snapshots together. The oldest ones without a bookmark are removed first.',
  ),
  'recordings.remove_oldest': setting(
    Type.Boolean(),
    false,
    'Remove the oldest recordings when disk space runs out. If off, the station never removes a recording.',
  ),
};
