export type { FilteredRequest, FilteredWebSocket, MessageFilter, RequestFilter } from './traffic-filter.ts';
export type { ObservedAnswer, ObservedWebSocket, TrafficObserver } from './traffic-observer.ts';
