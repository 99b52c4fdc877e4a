import { addressGroup, isLoopback } from '@kitestring/base/client-address.ts';
import type { KeyVerdict, ThrottleResult } from '@kitestring/base/key-check.ts';
import { normalLogin } from './accounts.ts';
import { LoginThrottle, type LoginThrottleOptions } from './login-throttle.ts';

/** Shown in place of an address where a login is tried from many. */
const MANY_ADDRESSES = 'several addresses';

interface SignInThrottleOptions extends LoginThrottleOptions {
  /** The throttle of API keys: wrong ones of either kind count together. */
  readonly byAddress: LoginThrottle;
}

/**
 * Slows down guessing of passwords, by address and by login. Invariant: guesses of others never keep the owner of a login
 * out who comes from this machine, or from an address where that login has been used, also before a restart.
 */
export class SignInThrottle {
  readonly #byAddress: LoginThrottle;
  readonly #byLogin: LoginThrottle;

  constructor({ byAddress, notifications, ...options }: SignInThrottleOptions) {
    this.#byAddress = byAddress;
    this.#byLogin = new LoginThrottle({
      ...options,
      notifications: {
        raise: (name) => notifications.raise(name, { address: MANY_ADDRESSES }),
        clear: (name) => notifications.clear(name),
      },
    });
  }

  /** Judges a password in turn for its address and its login. @throws SecretsBusyFault, and what `judge` throws */
  async inTurn<T>(
    address: string | undefined,
    login: string,
    judge: () => Promise<readonly [KeyVerdict, T]>,
  ): Promise<ThrottleResult<T>> {
    const group = addressGroup(address);
    const place = `${group} ${normalLogin(login)}`;
    const judged = await this.#byAddress.inTurn<ThrottleResult<T>>(group, async () => {
      const noted = async (): Promise<readonly [KeyVerdict, readonly [KeyVerdict, T]]> => {
        const [verdict, value] = await judge();
        if (verdict === 'right') this.#byAddress.known.add(place);
        return [verdict, [verdict, value]];
      };
      const isKnown = isLoopback(address) || this.#byAddress.known.has(place);
      const result = isKnown ? judgedAlone(await noted()) : await this.#byLogin.inTurn(normalLogin(login), noted);
      if (result.kind === 'later') return ['neither', result];
      const [verdict, value] = result.value;
      return [verdict, { kind: 'judged', value }];
    });
    return judged.kind === 'later' ? judged : judged.value;
  }

  stop(): void {
    this.#byLogin.stop();
  }
}

const judgedAlone = <T>([, value]: readonly [KeyVerdict, T]) => ({ kind: 'judged', value }) as const;
