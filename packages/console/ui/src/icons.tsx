import type { ReactNode } from 'react';

/** Icons of buttons; the meaning is in the name of the button. */
export function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

/** An icon made of lines, one for each of these paths. */
/* @__NO_SIDE_EFFECTS__ */
export const lineIcon =
  (...paths: readonly string[]) =>
  () => (
    <Icon>
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </Icon>
  );

export const AlertIcon = lineIcon('M12 4 2.8 20h18.4Z', 'M12 10v4.5M12 17.2v.3');
export const BellIcon = lineIcon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15Z', 'M10 20.5h4');

export const ChevronIcon = ({ isUp = false }: { readonly isUp?: boolean }) => (
  <Icon>
    <path d={isUp ? 'm6 15 6-6 6 6' : 'm6 9 6 6 6-6'} />
  </Icon>
);

export const EyeIcon = ({ isCrossed }: { readonly isCrossed: boolean }) => (
  <Icon>
    <path d="M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12Z" />
    <circle cx="12" cy="12" r="2.800" />
    {isCrossed && <path d="m4 20 16-16" />}
  </Icon>
);

export const HelpIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.500 9.500a2.600 2.600 0 1 1 4 2.200c-1 .6-1.500 1.100-1.500 2M12 16.800v.1" />
  </Icon>
);

export const PlusIcon = lineIcon('M12 5v14M5 12h14');
export const MinusIcon = lineIcon('M5 12h14');
export const ChartIcon = lineIcon('M4 4v16h16', 'm7 15 4-5 3 3 5-7');
export const GridIcon = lineIcon('M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z');
export const MoreIcon = lineIcon('M5 11a1 1 0 1 0 .1 0M12 11a1 1 0 1 0 .1 0M19 11a1 1 0 1 0 .1 0');
export const CloseIcon = lineIcon('m6 6 12 12M18 6 6 18');

export const RecordingsIcon = () => (
  <Icon>
    <rect x="3" y="6" width="12" height="12" rx="2" />
    <path d="m15 11 6-3.5v9L15 13" />
  </Icon>
);

export const GearIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="3.2" />
    <path d="M12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M5.6 18.4l1.9-1.9M16.5 7.5l1.9-1.9" />
  </Icon>
);

export const KeyIcon = () => (
  <Icon>
    <circle cx="8" cy="15" r="4.2" />
    <path d="m11 12 8-8M15.5 7.5 18 10" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c1-4 4-6 7.5-6s6.500 2 7.500 6" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path d="M12 21c-4-5-6.500-8-6.500-11.500a6.500 6.500 0 0 1 13 0C18.500 13 16 16 12 21Z" />
    <circle cx="12" cy="9.500" r="2.300" />
  </Icon>
);

export const SimulatorIcon = lineIcon(
  'M9 3h6M10 3v6l-5.500 9.500A1.700 1.700 0 0 0 6 21h12a1.700 1.700 0 0 0 1.500-2.500L14 9V3',
  'M7.500 15h9',
);
export const BookIcon = lineIcon(
  'M5 4.500A2.500 2.500 0 0 1 7.500 3H19v15H7.500A2.500 2.500 0 0 0 5 20.500Z',
  'M5 20.500A2 2 0 0 0 7 22h12v-4',
);
export const ExitIcon = lineIcon('M10 4H5v16h5M14 8l4 4-4 4M18 12H9');

export const ServerIcon = () => (
  <Icon>
    <rect x="3" y="4" width="18" height="7" rx="2" />
    <rect x="3" y="13" width="18" height="7" rx="2" />
    <path d="M7 7.500v.1M7 16.500v.1" />
  </Icon>
);

export const SoundIcon = lineIcon(
  'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z',
  'M15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11',
);
export const SoundOffIcon = lineIcon('M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z', 'm16 9.500 5 5M21 9.500l-5 5');
export const FullScreenIcon = lineIcon('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5');
export const PlayIcon = lineIcon('M7 4.500v15l12-7.500Z');
export const DownloadIcon = lineIcon('M12 4v11M7.500 10.500 12 15l4.500-4.500M5 20h14');
export const BinIcon = lineIcon('M4 7h16M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5.500M13.500 11v5.500');
export const PencilIcon = lineIcon('M4.500 19.500 5.500 15 16 4.500l3.500 3.500L9 18.500ZM13.500 7l3.500 3.500');

/** @param isOn filled */
export const BookmarkIcon = ({ isOn }: { readonly isOn: boolean }) => (
  <Icon>
    <path d="M7 4h10v16l-5-4-5 4Z" fill={isOn ? 'currentColor' : 'none'} />
  </Icon>
);
