import type { KeyObject } from 'node:crypto'
import { actorToken, type Claim } from './actor-token.ts'

/** The signed content: actor, session, and whether administrator rights are withheld. */
export type SigningActor = { id: string; passkeyNeeded?: boolean; sessionId?: string | undefined }

/** A parameter that each connection replaces with a signature, for its current transaction, that this person acts. */
export class SignedActor {
  readonly #userId: string
  readonly #claim: Claim
  /** @param actor with `passkeyNeeded`, the database withholds these rights, too */
  constructor({ id, passkeyNeeded = false, sessionId }: SigningActor) {
    this.#userId = id
    this.#claim = { withheld: passkeyNeeded, sessionId }
  }

  /** @param transaction its process and start */
  tokenFor(key: KeyObject, transaction: string): string {
    return actorToken(key, this.#userId, transaction, this.#claim)
  }
}
