import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writePrivateFile } from '@kitestring/os/private-file.ts';

/** Levels of users; each may do more than the one before. */
export const USER_LEVELS = ['User', 'Operator', 'Administrator'] as const;
export type UserLevel = (typeof USER_LEVELS)[number];

/** A user of the camera. Digest can be verified only with the password itself. */
export interface OnvifUser {
  readonly name: string;
  readonly level: UserLevel;
  readonly password: string;
}

/** Without characters that look alike, for people who type it into a recorder. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;
export const PASSWORD_MIN = 12;
export const USERS_MAX = 32;
const FIRST_USER = 'admin';

/** Users of the camera, in a file that only its owner can read. They open nothing but the camera. */
export class OnvifUsers {
  readonly #file: string;
  readonly #onChange: (users: readonly OnvifUser[]) => void;
  #users: readonly OnvifUser[] = [];

  private constructor(file: string, onChange: (users: readonly OnvifUser[]) => void) {
    this.#file = file;
    this.#onChange = onChange;
  }

  /**
   * Makes the first user where there is none. @param onChange called with all users, now and after each change
   * @throws StoreFault, and a SyntaxError for a damaged file
   */
  static open(file: string, onChange: (users: readonly OnvifUser[]) => void = () => {}): OnvifUsers {
    const users = new OnvifUsers(file, onChange);
    const kept = readUsers(file);
    if (kept.length > 0) {
      users.#become(kept);
      return users;
    }
    const password = Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    users.set([{ name: FIRST_USER, level: 'Administrator', password }]);
    return users;
  }

  get list(): readonly OnvifUser[] {
    return this.#users;
  }

  find(name: string): OnvifUser | undefined {
    return this.#users.find((user) => user.name === name);
  }

  /** Stored first: what cannot be kept opens nothing. @throws StoreFault */
  set(users: readonly OnvifUser[]): void {
    writePrivateFile(this.#file, `${JSON.stringify(users, undefined, 2)}\n`);
    this.#become(users);
  }

  #become(users: readonly OnvifUser[]): void {
    this.#users = users;
    this.#onChange(users);
  }
}

function readUsers(file: string): readonly OnvifUser[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return (JSON.parse(text) as OnvifUser[]).filter(({ level }) => USER_LEVELS.includes(level));
}
