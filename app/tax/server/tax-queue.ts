import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { HolderKind } from '../../holders/holders.ts'
import type { NoticeKind } from '../b-notices.ts'
import { enterProfileCommand } from '../card.commands.ts'
import { type TaxForm, type TaxQueue, type TaxState, taxPerPage } from '../profile.ts'
import type { TinKind } from '../tin.ts'

/** A holder in the queue. Days are 'YYYY-MM-DD'. */
export interface TaxRow {
  id: string
  number: string
  legalName: string
  kind: HolderKind
  state: TaxState
  form: TaxForm | null
  tin: { last4: string; kind: TinKind } | null
  /** The form to review. */
  waiting: { form: TaxForm; since: Date } | null
  /** Its data is pending approval. */
  isRequested: boolean
  /** The newest B-notice that counts. */
  notice: { kind: NoticeKind; sendBy: string; withholdFrom: string; postedOn: string | null } | null
  checkedOn: string | null
}

interface FoundRow extends Omit<TaxRow, 'tin' | 'waiting' | 'notice'> {
  last4: string | null
  tinKind: TinKind | null
  pendingForm: TaxForm | null
  pendingSince: Date | null
  noticeKind: NoticeKind | null
  sendBy: string | null
  withholdFrom: string | null
  postedOn: string | null
}

/** Rows of `holders h`, with the data on file and pending forms. */
const listed = sql`
  holders h left join tax_profiles p on p.holder_id = h.id
    left join tax_certifications c on c.holder_id = h.id and c.state = 'submitted'
    left join lateral (select * from tin_notices t where t.holder_id = h.id and t.withdrawn_at is null
      order by t.notice_date desc limit 1) n on p.state in ('first_notice', 'second_notice')`

const isForeign = sql`coalesce(p.form, 'w9') = 'w8'`

/** What each part of the queue has. */
const conditions: Record<TaxQueue, RawBuilder<SqlBool>> = {
  review: sql`c.id is not null`,
  missing: sql`coalesce(p.state, 'missing') = 'missing' and c.id is null`,
  provided: sql`p.state = 'provided' and not ${isForeign}`,
  mismatched: sql`p.state = 'mismatched'`,
  notices: sql`p.state in ('first_notice', 'second_notice')`,
  foreign: sql`${isForeign}`,
  all: sql`true`,
}

/**
 * @param show which part of the queue
 * @param words of names or numbers, as typed; a holder must match all of them
 * @param page from 0
 * @returns the page's holders: pending forms first, from the oldest, then by name; how many there are, and how many in
 *   each part
 */
export async function getTaxQueue(
  actor: Actor,
  { show, words = '', page = 0 }: { show: TaxQueue; words?: string; page?: number },
): Promise<{ holders: TaxRow[]; total: number; counts: Record<TaxQueue, number> }> {
  const wanted = words.split(/\s+/).filter(Boolean).slice(0, 8).map(containing)
  const matches = sql<SqlBool>`app.folded(h.legal_name || ' ' || h.number) like all (${wanted}::text[])`
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<FoundRow>`
      select h.id, h.number, h.legal_name as "legalName", h.kind, coalesce(p.state, 'missing') as state, p.form,
        p.tin_last4 as last4, p.tin_kind as "tinKind", c.form as "pendingForm", c.submitted_at as "pendingSince",
        exists (select from approvals a where a.kind = ${enterProfileCommand.name} and a.subject_id = h.id and a.decision is null) as "isRequested",
        n.kind as "noticeKind", n.send_by as "sendBy", n.withhold_from as "withholdFrom", n.posted_on as "postedOn",
        p.checked_on as "checkedOn"
      from ${listed} where ${conditions[show]} and ${matches}
      order by c.submitted_at nulls last, lower(h.legal_name), h.id
      limit ${taxPerPage} offset ${page * taxPerPage}`.execute(tx)
    const counted = Object.entries(conditions).map(
      ([name, condition]) => sql`'${sql.raw(name)}', count(*) filter (where ${condition})`,
    )
    const sums = await sql<{ counts: Record<TaxQueue, number>; total: number }>`
      select jsonb_build_object(${sql.join(counted)}) as counts, count(*) filter (where ${conditions[show]} and ${matches})::int as total
      from ${listed}`.execute(tx)
    const { counts, total } = sums.rows[0] as (typeof sums.rows)[number]
    return { holders: rows.map(toRow), total, counts }
  })
}

function toRow({
  last4,
  tinKind,
  pendingForm,
  pendingSince,
  noticeKind,
  sendBy,
  withholdFrom,
  postedOn,
  ...row
}: FoundRow): TaxRow {
  return {
    ...row,
    tin: last4 && tinKind ? { last4, kind: tinKind } : null,
    waiting: pendingForm && pendingSince ? { form: pendingForm, since: pendingSince } : null,
    notice: noticeKind && sendBy && withholdFrom ? { kind: noticeKind, sendBy, withholdFrom, postedOn } : null,
  }
}

/** The number of forms to review that aren't submitted for approval yet; for administrators. */
export const taxFormsToReview = prepared(
  'tax_forms_to_review',
  () => sql<{ total: number }>`
    select count(*)::int as total from tax_certifications c where c.state = 'submitted'
      and not exists (select from approvals a where a.kind = ${sql.lit(enterProfileCommand.name)} and a.subject_id = c.holder_id
        and a.decision is null)`,
)
