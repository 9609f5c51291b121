import { hash } from 'node:crypto'
import { readersKnown } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import type { Client } from '../access/client.ts'

type Known = Pick<Actor, 'id' | 'isGuest'>

/**
 * Cache from cookies to the accepted people they belong to, so that their next page is queued without a database query.
 * It decides only the queue: when the page runs, the session is looked up as usual.
 */
export class KnownReaders {
  /** By a hash of the cookies, oldest first. */
  readonly #readers = new Map<string, Known>()

  /** @returns the expected reader; undefined for unknown cookies */
  find(client: Client): Known | undefined {
    return client.cookie ? this.#readers.get(keyOf(client.cookie)) : undefined
  }

  /** @param reader undefined if no one is signed in */
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
