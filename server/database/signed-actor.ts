import type { KeyObject } from 'node:crypto'
import { actorToken, type Claim } from './actor-token.ts'

/** What the signature says: who acts, in which session, and whether an administrator's rights are withheld from them. */
export type SigningActor = { id: string; passkeyNeeded?: boolean; sessionId?: string | undefined }

/** A parameter that each connection replaces with a signature, for its current transaction, that this person acts. */
export class SignedActor {
  readonly #userId: string
  readonly #claim: Claim
  /** @param actor who acts; with `passkeyNeeded` the database, too, withholds what a decider may do */
  constructor({ id, passkeyNeeded = false, sessionId }: SigningActor) {
    this.#userId = id
    this.#claim = { withheld: passkeyNeeded, sessionId }
  }

  /** @param transaction its process and start */
  tokenFor(key: KeyObject, transaction: string): string {
    return actorToken(key, this.#userId, transaction, this.#claim)
  }
}
