import type { KeyObject } from 'node:crypto'
import { actorToken } from './actor-token.ts'

/** What the signature says: who acts, and whether an administrator's rights are withheld from them. */
export type SigningActor = { id: string; passkeyNeeded?: boolean }

/** A parameter that each connection replaces with a signature, for its current transaction, that this person acts. */
export class SignedActor {
  readonly #userId: string
  readonly #withheld: boolean
  /** @param actor who acts; with `passkeyNeeded` the database, too, withholds what a decider may do */
  constructor({ id, passkeyNeeded = false }: SigningActor) {
    this.#userId = id
    this.#withheld = passkeyNeeded
  }

  /** @param transaction its process and start */
  tokenFor(key: KeyObject, transaction: string): string {
    return actorToken(key, this.#userId, transaction, this.#withheld)
  }
}
