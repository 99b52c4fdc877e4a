import { Icon, lineIcon } from '@kitestring/console-ui/icons.tsx';

export const CheckIcon = lineIcon('m5 12.500 4.500 4.500 9.500-10');
export const PaletteIcon = lineIcon(
  'M12 3a9 9 0 1 0 0 18c1.500 0 2-1 1.500-2.200-.6-1.500.3-2.800 2-2.800H18a3 3 0 0 0 3-3c0-5.500-4-10-9-10Z',
  'M7.500 11.500v.1M10 7.500v.1M14.500 7.500v.1',
);

export const SecondPictureIcon = () => (
  <Icon>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <rect x="12" y="11.500" width="6.500" height="5" fill="currentColor" />
  </Icon>
);

export const SnapshotIcon = () => (
  <Icon>
    <path d="M4 8h3.500L9 5.500h6L16.500 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z" />
    <circle cx="12" cy="13" r="3.500" />
  </Icon>
);

export const RecordIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.500" />
    <circle cx="12" cy="12" r="4.500" fill="currentColor" />
  </Icon>
);

export const StopIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.500" />
    <rect x="9" y="9" width="6" height="6" fill="currentColor" />
  </Icon>
);

export const LeaveFullScreenIcon = lineIcon('M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5');
export const ThermometerIcon = lineIcon('M10 4.500a2 2 0 0 1 4 0v9.300a4.200 4.200 0 1 1-4 0Z', 'M12 9v8');
export const MapIcon = lineIcon('M3 6.500 9 4l6 2.500L21 4v13.500L15 20l-6-2.500L3 20ZM9 4v13.500M15 6.500V20');
