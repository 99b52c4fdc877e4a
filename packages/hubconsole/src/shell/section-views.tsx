import { LatePart } from '@kitestring/kit/late-part.ts';
import type { ComponentType } from 'react';
import { AlarmsSection } from '../alarms/alarms-section.tsx';
import { StationsSection } from '../stations/stations-section.tsx';
import { LateSection } from './late-section.tsx';
import type { Section } from './route.ts';

/** The map is half a megabyte. */
const MAP = new LatePart(() => import('../map/fleet-map.tsx'));
/** With the player. */
const WALL = new LatePart(() => import('../wall/wall-section.tsx'));
const TIMELINE = new LatePart(() => import('../timeline/timeline-section.tsx'));
/** For few people, and seldom. */
const ADMINISTRATION = new LatePart(() => import('../administration/administration-section.tsx'));

export const SECTION_VIEWS: Readonly<Record<Section, ComponentType>> = {
  stations: StationsSection,
  map: () => <LateSection late={MAP} pick={({ FleetMap }) => FleetMap} />,
  wall: () => <LateSection late={WALL} pick={(part) => part.WallSection} />,
  alarms: AlarmsSection,
  timeline: () => <LateSection late={TIMELINE} pick={(part) => part.TimelineSection} />,
  administration: () => <LateSection late={ADMINISTRATION} pick={(part) => part.AdministrationSection} />,
};
