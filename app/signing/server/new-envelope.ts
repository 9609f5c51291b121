import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'

/** Makes an envelope of a PDF that the product drew, and sends it; in the caller's transaction. @returns its id */
export async function createEnvelope(
  _tx: Transaction<Database>,
  _envelope: {
    kind: 'agreement' | 'note' | 'document'
    subjectId: string | null
    holderId: string
    title: string
    bytes: Uint8Array
    readBack: { label: string; value: string; change?: string }[]
    signers: { turn: number; role: 'holder' | 'custodian' | 'fund'; userId: string | null; capacity: string }[]
    expiresOn: string
  },
): Promise<string> {
  throw new Error('not here yet')
}
