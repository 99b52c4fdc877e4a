/**
 * The three functions of the metadata proposal that the certificate library calls through tsyringe, on the global
 * `Reflect` where they are looked for. Metadata is kept per object, without inheritance, which tsyringe does not use.
 */
interface MetadataApi {
  getMetadata?(key: unknown, target: object): unknown;
  getOwnMetadata?(key: unknown, target: object): unknown;
  defineMetadata?(key: unknown, value: unknown, target: object): void;
}

const metadata = new WeakMap<object, Map<unknown, unknown>>();
const read = (key: unknown, target: object): unknown => metadata.get(target)?.get(key);

const api = Reflect as MetadataApi & typeof Reflect;
api.getMetadata ??= read;
api.getOwnMetadata ??= read;
api.defineMetadata ??= (key, value, target) => {
  const entries = metadata.get(target) ?? new Map<unknown, unknown>();
  metadata.set(target, entries.set(key, value));
};
