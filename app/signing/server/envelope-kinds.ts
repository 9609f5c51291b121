import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import type { SignerRow } from './envelope-rows.ts'

type Tx = Transaction<Database>

/** What belongs to the signatures of one kind of envelope, such as a subscription's agreement. Its ends are the database's. */
export interface EnvelopeKind {
  kind: string
  /** May refuse a signature, in the portal or on paper, such as one with an unread supplement. */
  beforeSigning?(tx: Tx, subjectId: string, signer: SignerRow): Promise<void>
  /** In the transaction of the fund's signature, which is the last; may refuse it. */
  countersigned?(tx: Tx, subjectId: string, actor: Actor): Promise<void>
}

const kinds = new Map<string, EnvelopeKind>()

/** @param all every kind on this site that does something; replaces those before */
export function openEnvelopeKinds(all: readonly EnvelopeKind[]): void {
  kinds.clear()
  for (const kind of all) kinds.set(kind.kind, kind)
}

/** @returns what an envelope's kind does, with its subject; undefined for a document that the office sends by itself */
export function kindOf(envelope: { kind: string; subject_id: string | null }) {
  const kind = kinds.get(envelope.kind)
  return kind && envelope.subject_id ? { ...kind, subjectId: envelope.subject_id } : undefined
}
