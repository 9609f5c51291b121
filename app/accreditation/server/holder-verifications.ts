import { type SqlBool, sql, type Transaction } from 'kysely'
import { reviewableStates, undecidedStates } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertIds } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { camelRow } from '../../../server/database/camel.ts'
import type { Database } from '../../../server/database/types.ts'
import { findHolderFacts, signaturesNeeded } from '../../holders/server/holder-facts.ts'
import { missingEvidence } from '../evidence.ts'
import type { AccreditationState } from '../states.ts'
import { type Accreditation, saleOf } from './accreditation.ts'
import { evidenceFacts } from './evidence-facts.ts'
import { currentSigners } from './sign.ts'

/** Where a holder's verification is that isn't decided yet. */
export interface HolderVerification {
  open: OpenVerification | null
}

export interface OpenVerification {
  id: string
  state: AccreditationState
  /** What evidence is missing, in words; only while its holder still works on it. */
  missing: string[]
  signatures: { have: number; need: number }
}

/**
 * @param ids holders on one page
 * @returns by holder, the verification that isn't decided yet
 */
export async function getHolderVerifications(actor: Actor, ids: string[]): Promise<Record<string, HolderVerification>> {
  const holders = ids.length > 0 ? assertIds(ids) : []
  return queryAsAdministrator(actor, async tx => {
    const open = await tx
      .selectFrom('accreditations')
      .selectAll()
      .where(sql<SqlBool>`holder_id = any(${holders}::uuid[])`)
      .where('state', 'in', undecidedStates)
      .execute()
    const found: Record<string, HolderVerification> = Object.fromEntries(holders.map(id => [id, { open: null }]))
    for (const row of open.map(camelRow)) found[row.holderId] = { open: await toOpen(tx, row) }
    return found
  })
}

async function toOpen(tx: Transaction<Database>, row: Accreditation): Promise<OpenVerification> {
  const holder = await findHolderFacts(tx, row.holderId)
  const sale = saleOf(row, holder)
  const isSent = (reviewableStates as readonly AccreditationState[]).includes(row.state)
  const missing = isSent ? [] : missingEvidence(sale, row.method, await evidenceFacts(tx, row.id))
  const have = (await currentSigners(tx, row.id)).length
  return { id: row.id, state: row.state, missing, signatures: { have, need: signaturesNeeded(holder) } }
}
