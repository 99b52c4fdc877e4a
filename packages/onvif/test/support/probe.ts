const ADDRESSING = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

/** A message of a client that looks for devices. @param body in the namespace of WS-Discovery */
export const question = (body: string, messageId = 'urn:uuid:1'): string =>
  `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="${ADDRESSING}"><e:Header><w:MessageID>${messageId}</w:MessageID></e:Header><e:Body xmlns="http://schemas.xmlsoap.org/ws/2005/04/discovery">${body}</e:Body></e:Envelope>`;
