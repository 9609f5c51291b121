import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import type { DocumentCategory } from '../../documents/documents.ts'

/** What is drawn to be sealed. */
export interface Drawn {
  bytes: Uint8Array
  /** Of the file as it was sent to be signed, in hexadecimal. */
  originalSha256: string
  /** Without its ending. */
  name: string
  category: DocumentCategory
  holderId: string | null
  /** The person in whose folder it is filed. */
  folder: string
  /** The last day on which it can't be deleted, 'YYYY-MM-DD'. */
  retainUntil: string
  /** What the seal says it is for. */
  reason: string
}

/** What a kind of sealed file says: how its bytes are made, where it is filed, what follows. */
export interface SealKind {
  /** Such as 'envelope'. */
  kind: string
  /** What the office calls one, such as 'Agreement'; the kind itself by default. */
  label?: string
  /** Makes the bytes to seal, the certificate page included; equal for equal rows. Undefined where the reason for the file is gone. */
  draw(tx: Transaction<Database>, subjectId: string): Promise<Drawn | undefined>
  /** In the transaction that files the sealed document. */
  sealed?(tx: Transaction<Database>, subjectId: string, documentId: string, sha256: string): Promise<void>
}

const kinds = new Map<string, SealKind>()

/** @param all every kind on this site; replaces those before */
export function openSealKinds(all: readonly SealKind[]): void {
  kinds.clear()
  for (const kind of all) kinds.set(kind.kind, kind)
}

export function sealKind(name: string): SealKind | undefined {
  return kinds.get(name)
}
