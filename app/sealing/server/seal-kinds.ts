import type { Transaction } from 'kysely'
import type { DocumentCategory } from '../../documents/documents.ts'
import type { Database } from '../../../server/database/types.ts'

export interface SealKind {
  kind: string
  label: string
  draw(
    tx: Transaction<Database>,
    subjectId: string,
  ): Promise<{
    bytes: Uint8Array
    originalSha256: string
    name: string
    category: DocumentCategory
    holderId: string | null
    folder: string
    retainUntil: string
    reason: string
  }>
  sealed?(tx: Transaction<Database>, subjectId: string, documentId: string, sha256: string): Promise<void>
}
