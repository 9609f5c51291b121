import { sql, type Transaction } from 'kysely'
import { agreement } from '../../../content/agreement.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { wouldBeAccredited } from '../../accreditation/server/reliance.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { isOneOf, type Next, nextOf, openStates, type Progress, signingStates } from '../subscriptions.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** A subscription, and the person to whom its next step is said. */
export interface Followed {
  row: SubscriptionRow
  personId: string
}

type Facts = Pick<Progress, 'isOffered' | 'wantsHolder' | 'isInReview' | 'unread' | 'isToSign'> & {
  kind: HolderKind | null
  /** Documents requested from the holder that aren’t here yet. */
  requested: string[]
}

const none = {
  ...{ isOffered: true, wantsHolder: false, isAccredited: false, isInReview: false },
  ...{ unread: 0, isToSign: false, custodianSigns: false, lacksDocument: false },
}

/** @returns what comes next in a subscription, for a person */
export async function nextFor(tx: Transaction<Database>, row: SubscriptionRow, personId: string): Promise<Next> {
  const [next] = await nextForAll(tx, [{ row, personId }])
  return next as Next
}

/** @returns what comes next in each of several subscriptions, in a fixed number of statements */
export async function nextForAll(tx: Transaction<Database>, followed: readonly Followed[]): Promise<Next[]> {
  // What is sold or has ended depends on nothing else.
  const isOpen = ({ row }: Followed) => isOneOf([...openStates, ...signingStates, 'lapsed'], row.state)
  const open = followed.filter(isOpen)
  const facts = await factsOf(tx, open)
  const accredited = await accreditedOf(tx, open)
  return followed.map(each => {
    const { id, state, quotedThrough, noteId } = each.row
    const about = { state, quotedThrough, today: fundDay(), wasSold: noteId !== null }
    const found = isOpen(each) ? facts.get(id) : undefined
    if (!found) return nextOf({ ...about, ...none })
    const { kind, requested, ...own } = found
    const { custodianSigns = false, papers = [] } = (kind && agreement.kinds[kind]) ?? {}
    const lacksDocument = papers.some(paper => requested.includes(paper))
    return nextOf({ ...about, ...own, isAccredited: accredited.has(id), custodianSigns, lacksDocument })
  })
}

/** Whether the investor waits for a holder that they asked the office to set up: no holder was added for them since. */
export const wantsHolder = sql<boolean>`(s.wanted_name is not null and not exists (select from holder_members m
  where m.user_id = s.person_id and m.ended_at is null and m.added_at > s.since))`

async function factsOf(tx: Transaction<Database>, open: readonly Followed[]): Promise<Map<string, Facts>> {
  if (open.length === 0) return new Map()
  const ids = open.map(({ row }) => row.id)
  const people = open.map(({ personId }) => personId)
  const { rows } = await sql<Facts & { id: string }>`
    select s.id, h.kind, exists (select from offerings o where o.id = s.offering_id and o.state = 'open') as "isOffered",
      array(select r.name from document_requests r
        where r.holder_id = s.holder_id and r.fulfilled_at is null and r.withdrawn_at is null) as requested,
      ${wantsHolder} as "wantsHolder", exists (select from accreditations a
        where a.holder_id = s.holder_id and a.state in ('submitted', 'in_review')) as "isInReview",
      (select count(*)::int from disclosures d where d.offering_id = s.offering_id and not exists (
        select from disclosure_receipts r where r.disclosure_id = d.id and r.user_id = f.person)) as unread,
      exists (select from envelope_signers g join envelopes e on e.id = g.envelope_id
        where e.subject_id = s.id and e.kind = 'agreement' and e.state = 'sent' and g.user_id = f.person
          and g.state in ('waiting', 'viewed')) as "isToSign"
    from unnest(${ids}::uuid[], ${people}::uuid[]) f (id, person) join subscriptions s on s.id = f.id
      left join holders h on h.id = s.holder_id`.execute(tx)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** @returns the ids of subscriptions whose holder is verified for this sale today */
async function accreditedOf(tx: Transaction<Database>, open: readonly Followed[]): Promise<Set<string>> {
  const sales = open.flatMap(({ row: { id, holderId, amountCents } }) =>
    holderId !== null && amountCents !== null ? [{ id, holderId, principalCents: amountCents }] : [],
  )
  const covered = await wouldBeAccredited(tx, sales, fundDay())
  return new Set(sales.filter((_, at) => covered[at]).map(({ id }) => id))
}
