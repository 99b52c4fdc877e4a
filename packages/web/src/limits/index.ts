export { AddressQuotas } from './address-quotas.ts';
export { DownloadSlots, TOO_MANY_DOWNLOADS } from './download-slots.ts';
export { ipNetwork } from './ip-network.ts';
export { Quota, QuotaPolicy } from './quota.ts';
export { RequestQuotas } from './request-quotas.ts';
export { TrustedProxies } from './trusted-proxies.ts';
