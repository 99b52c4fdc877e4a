/** Services of the device, by the prefix of their namespace. */
export const SERVICES = {
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  trt: 'http://www.onvif.org/ver10/media/wsdl',
  tr2: 'http://www.onvif.org/ver20/media/wsdl',
  timg: 'http://www.onvif.org/ver20/imaging/wsdl',
  tptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  tan: 'http://www.onvif.org/ver20/analytics/wsdl',
  tmd: 'http://www.onvif.org/ver10/deviceIO/wsdl',
} as const;
export type ServiceName = keyof typeof SERVICES;

/** Namespaces of requests: those of the services, and of the managers of subscriptions. */
export const REQUEST_NAMESPACES = { ...SERVICES, wsnt: 'http://docs.oasis-open.org/wsn/b-2' } as const;
export type RequestNamespace = keyof typeof REQUEST_NAMESPACES;

/** All are declared on every envelope: clients fail at an undeclared one. */
export const NAMESPACES = {
  ...REQUEST_NAMESPACES,
  tt: 'http://www.onvif.org/ver10/schema',
  ter: 'http://www.onvif.org/ver10/error',
  tns1: 'http://www.onvif.org/ver10/topics',
  'wsrf-bf': 'http://docs.oasis-open.org/wsrf/bf-2',
  wstop: 'http://docs.oasis-open.org/wsn/t-1',
  wsa: 'http://www.w3.org/2005/08/addressing',
  kite: 'urn:kitestring:onvif',
  xs: 'http://www.w3.org/2001/XMLSchema',
} as const;

export const SOAP = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;
export type SoapVersion = keyof typeof SOAP;

/** Media type of messages by version of SOAP. */
export const MEDIA_TYPE: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};
