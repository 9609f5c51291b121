import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { isId } from '../../../server/access/ids.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { firstMemberOf } from '../../holders/server/first-member.ts'
import { outstandingStates } from '../../notes/note-states.ts'

/** A possible recipient of documents: a person, or a holder with its members. */
export interface Recipient {
  /** `person:{id}` or `holder:{id}`. */
  key: string
  name: string
  /** A person's address; a holder's number and members. */
  about: string
  /** Whether a holder has a note that is outstanding. */
  hasNote: boolean
  /** Whether the fund has accepted the person, which it hasn't a delegate; every holder is. */
  isAccepted: boolean
}

const allRecipients = prepared(
  'delivery_recipients',
  () => sql<Recipient>`
    select 'person:' || p.id as key, ${nameOrAddress('p')} as name, p.email as about, false as "hasNote",
      p.accepted_at is not null as "isAccepted"
    from user_profiles p where p.disabled_at is null and p.erased_at is null and not p.is_admin
    union all
    select 'holder:' || h.id, h.legal_name, concat_ws(' · ', h.number, string_agg(${nameOrAddress('p')}, ', ' order by m.added_at, m.id)),
      exists (select from notes n where n.holder_id = h.id
        and n.state in (${sql.join(outstandingStates.map(state => sql.lit(state)))})), true
    from holders h join holder_members m on m.holder_id = h.id and m.ended_at is null
      join user_profiles p on p.id = m.user_id and p.disabled_at is null
    group by h.id
    order by name, key`,
)

/**
 * @returns everyone who can be sent documents, by name
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getDeliveryRecipients(actor: Actor): Promise<Recipient[]> {
  const [recipients] = await readAsAdministrator(actor, allRecipients())
  return recipients
}

/** A recipient with the owner of its documents. */
export interface ResolvedRecipient {
  key: string
  /** The person with the files' folder. */
  userId: string
  holderId: string | null
}

/**
 * @param keys of recipients, as `Recipient` has them
 * @throws PortalError DELIVERY_RECIPIENT_GONE where one of them can't be sent documents anymore
 */
export async function resolveRecipients(
  tx: Transaction<Database>,
  keys: readonly string[],
): Promise<ResolvedRecipient[]> {
  const idsOf = (kind: string) =>
    keys
      .filter(key => key.startsWith(`${kind}:`))
      .map(key => key.slice(kind.length + 1))
      .filter(isId)
  const { rows } = await sql<ResolvedRecipient>`
    select 'person:' || p.id as key, p.id as "userId", null::uuid as "holderId" from user_profiles p
    where p.id = any (${idsOf('person')}::uuid[]) and p.disabled_at is null and p.erased_at is null
    union all
    select 'holder:' || h.id, m.user_id, h.id from holders h cross join lateral (${firstMemberOf(sql.ref('h.id'))}) m
    where h.id = any (${idsOf('holder')}::uuid[])`.execute(tx)
  if (rows.length < new Set(keys).size) throw new PortalError('DELIVERY_RECIPIENT_GONE')
  return rows
}
