import { hash } from 'node:crypto'
import { readersKnown } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import type { Client } from '../access/client.ts'

type Known = Pick<Actor, 'id' | 'isGuest'>

/**
 * Whose session came with the last cookies, of people whom the fund has accepted: their next page waits for its turn before
 * the database is asked for anything. That is all it decides: in that turn, the session is looked up as ever.
 */
export class KnownReaders {
  /** By a hash of the cookies, those known longest first. */
  readonly #readers = new Map<string, Known>()

  /** @returns who is expected to ask; undefined where these cookies weren't seen yet */
  find(client: Client): Known | undefined {
    return client.cookie ? this.#readers.get(keyOf(client.cookie)) : undefined
  }

  /** @param reader who it was; undefined where nobody is signed in */
  keep(client: Client, reader: Known | undefined): void {
    if (!client.cookie) return
    const key = keyOf(client.cookie)
    this.#readers.delete(key)
    if (!reader || reader.isGuest) return
    this.#readers.set(key, { id: reader.id, isGuest: false })
    const [first] = this.#readers.keys()
    if (first !== undefined && this.#readers.size > readersKnown) this.#readers.delete(first)
  }
}

function keyOf(cookies: string): string {
  return hash('sha256', cookies, 'base64')
}
