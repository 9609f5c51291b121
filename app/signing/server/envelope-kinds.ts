import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'

type Tx = Transaction<Database>

/** What a kind does as its envelope moves. */
export interface EnvelopeKind {
  kind: string
  countersigned?(tx: Tx, subjectId: string, actor: Actor): Promise<void>
  beforeSigning?(tx: Tx, subjectId: string, actor: Actor): Promise<void>
  beforeCountersigning?(tx: Tx, subjectId: string): Promise<void>
}
