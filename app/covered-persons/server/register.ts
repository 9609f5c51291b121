import { type RawBuilder, sql, type Transaction } from 'kysely'
import { coveredPersons as settings } from '../../../content/covered-persons.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type ExportedRows, exportRows, inOneBatch } from '../../audit/server/export-rows.ts'
import { ownPdfs } from '../../documents/server/own-pdfs.ts'
import { type Capacity, coveredPerPage, type Finding, type Standing } from '../covered-persons.ts'
import { offeringProblems } from './offering-problems.ts'

/** A covered person in the list. Days are 'YYYY-MM-DD'. */
export interface ListedCovered {
  id: string
  name: string
  capacity: Capacity
  /** Of their account; null for someone outside the portal. */
  email: string | null
  since: string
  endedOn: string | null
  endReason: string | null
  state: Standing
  dueOn: string
  signedOn: string | null
  version: string | null
  sha256: string | null
}

async function readCovered(
  tx: Transaction<Database>,
  where: RawBuilder<unknown> = sql`true`,
  /** From 0; all by default. */
  page?: number,
): Promise<ListedCovered[]> {
  const most = page === undefined ? sql`` : sql`limit ${coveredPerPage} offset ${page * coveredPerPage}`
  const { rows } = await sql<ListedCovered>`
    select p.id, p.name, p.capacity, u.email, p.since::text, p.ended_on::text as "endedOn", p.end_reason as "endReason",
      s.state, s.due_on::text as "dueOn", q.signed_on::text as "signedOn", q.version, encode(q.sha256, 'hex') as sha256
    from covered_persons p join app.covered_standing() s on s.person_id = p.id
      left join user_profiles u on u.id = p.user_id
      left join lateral (select l.* from covered_questionnaires l where l.person_id = p.id
        order by l.signed_on desc, l.recorded_at desc limit 1) q on true
    where ${where}
    order by p.ended_on is not null, array_position(array['disqualified', 'to_decide', 'due'], s.state), p.name, p.id
    ${most}`.execute(tx)
  return rows
}

/** The register on the office's page. */
export interface CoveredRegister {
  people: ListedCovered[]
  /** Entries in all, and those that haven't ended. */
  total: number
  covered: number
  /** What keeps a sale from going on. */
  problems: string[]
  today: string
}

/** @param page from 0 @returns a page of the register, entries that need something first */
export async function getCoveredPersons(actor: Actor, page = 0): Promise<CoveredRegister> {
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<{ total: number; covered: number }>`
      select count(*)::integer as total, count(*) filter (where ended_on is null)::integer as covered
      from covered_persons`.execute(tx)
    const { total = 0, covered = 0 } = rows[0] ?? {}
    return {
      ...{ people: await readCovered(tx, sql`true`, page), total, covered },
      ...{ problems: await offeringProblems(tx), today: fundDay() },
    }
  })
}

/** Exports the register, for counsel. */
export async function exportCoveredPersons(actor: Actor): Promise<ExportedRows<ListedCovered>> {
  return exportRows(actor, 'covered_person.exported', async tx => {
    const people = await readCovered(tx)
    return { rows: inOneBatch(people), details: { people: people.length } }
  })
}

/** What a covered person signed. */
export interface SignedQuestionnaire {
  id: string
  isBringDown: boolean
  version: string
  text: string
  sha256: string
  events: string[]
  signedOn: string
  typedName: string
  documentId: string | null
  recordedBy: string
  recordedAt: Date
  ip: string | null
  finding: Finding | null
  findingReason: string | null
  foundBy: string | null
  /** A decision is requested and waits for a second person. */
  isRequested: boolean
}

/** @returns a covered person with everything they signed, newest first, and the PDFs that the actor can file for them */
export async function getCoveredPerson(actor: Actor, personId: string) {
  const id = assertId(personId)
  return queryAsAdministrator(actor, async tx => {
    const [person] = await readCovered(tx, sql`p.id = ${id}`)
    if (!person) throw new PortalError('NOT_FOUND')
    const { rows: signed } = await sql<SignedQuestionnaire>`
      select q.id, q.is_bring_down as "isBringDown", q.version, q.text, encode(q.sha256, 'hex') as sha256, q.events,
        q.signed_on::text as "signedOn", q.typed_name as "typedName", q.document_id as "documentId", r.email as "recordedBy",
        q.recorded_at as "recordedAt", q.ip, q.finding, q.finding_reason as "findingReason", f.email as "foundBy",
        exists (select from approvals a where a.kind = 'covered_person.decide' and a.subject_id = q.id
          and a.decision is null) as "isRequested"
      from covered_questionnaires q join user_profiles r on r.id = q.recorded_by
        left join user_profiles f on f.id = q.found_by
      where q.person_id = ${id} order by q.signed_on desc, q.recorded_at desc`.execute(tx)
    return { person, signed, files: await ownPdfs(tx, actor).execute(), today: fundDay() }
  })
}

/** How many covered persons aren't current, and how many are due soon; for administrators. */
export const coveredToAct = prepared(
  'covered_to_act',
  () => sql<{ late: number; soon: number }>`
    select count(*) filter (where s.state <> 'current')::int as late,
      count(*) filter (where s.state = 'current' and s.due_on <= app.fund_day() + ${sql.lit(settings.remindDays)})::int as soon
    from app.covered_standing() s where s.state <> 'ended'`,
)
