import type { OrderOutcome, VehicleOrder } from '../server/order.ts';

/** An operation of the station about its camera, with control. */
export type CameraOrder = (order: Pick<VehicleOrder, 'from'>, path: string, body?: object) => Promise<OrderOutcome>;
