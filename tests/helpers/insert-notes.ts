import type { HolderKind, MemberRight } from '../../app/holders/holders.ts'
import { esignConsentRow } from '../../server/sample/accreditations.ts'
import * as sample from '../../server/sample/holders.ts'
import { type InsertedNote, insertNote as insert } from '../../server/sample/notes.ts'
import { insertRow, type Owner } from '../../server/sample/rows.ts'

export type { InsertedNote }

/** Runs statements as the database's owner. */
type Query = Owner['query']

/** Adds a holder with members. @returns its id */
export function insertHolder(
  query: Query,
  members: readonly { id: string; right?: MemberRight }[],
  { name = 'Iris Vestor', kind = 'individual' as HolderKind, custodian = '' } = {},
): Promise<string> {
  const account = custodian ? { custodian_name: custodian, custodian_account_last4: '4821' } : {}
  return sample.insertHolder({ query }, members, { legal_name: name, kind, ...account })
}

/** As the sample's, by a query. */
export function insertNote(
  query: Query,
  holderId: string,
  note: InsertedNote,
): Promise<{ id: string; number: string }> {
  return insert({ query }, holderId, note)
}

/** Has a person agreed to sign in the portal. */
export async function insertConsent(query: Query, { id }: { id: string }): Promise<void> {
  await insertRow({ query }, 'esign_consents', esignConsentRow({ user_id: id }))
}
