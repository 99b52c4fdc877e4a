import { ipNetwork } from '@kitestring/web/limits';
import Type from 'typebox';
import { setting } from './setting.ts';

/** A list of addresses and networks, empty by default. */
export const networksSetting = (description: string) =>
  setting(Type.Array(Type.String({ maxLength: 49 }), { maxItems: 32 }), [], description, {
    allowed: 'a list of IP addresses and networks such as 10.0.0.0/8',
    refuse: (value) => {
      const wrong = (value as string[]).find((text) => ipNetwork(text) === undefined);
      return wrong && `${wrong} is neither an IP address nor a network such as 10.0.0.0/8`;
    },
  });
