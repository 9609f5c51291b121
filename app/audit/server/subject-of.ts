import { sql } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'

/** Subject of an entry, looked up by its id; all null for other kinds of subject, or if it is gone. */
export interface SubjectRow {
  person_id: string | null
  person_name: string | null
  person_email: string | null
  filename: string | null
  conversation_id: string | null
  partner: string | null
  /** The note itself, or that of a submission. */
  note_id: string | null
  note_number: string | null
  /** The holder itself, or that of a verification or a submission. */
  holder_id: string | null
  holder_number: string | null
  holder_name: string | null
  accreditation_id: string | null
  approval_summary: string | null
  run_id: string | null
  run_end: string | null
  bank_list: string | null
}

/** @returns a condition: a text is an id; other texts can't be cast to one */
const isId = (text: ReturnType<typeof sql>) => sql`${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`

/** The id of an entry's subject, if it is one. */
export const subjectAsId = sql<string | null>`case when ${isId(sql`subject_id`)} then subject_id::uuid end`

const noteOfApproval = sql`case when ${isId(sql`approval.content ->> 'noteId'`)} then (approval.content ->> 'noteId')::uuid
  else approval.subject_id end`

/**
 * Looks up the subjects of a query `entry`, which has their `subject` as an id. Each is found by its key: the note and
 * holder are determined first, since under row-level security only a plain comparison can use an index, and the offset
 * prevents a join that reads all of them.
 */
export const subjects = sql<SubjectRow & { entry_id: number }>`
  select entry.id as entry_id, person.id as person_id, person.full_name as person_name, person.email as person_email,
    document.filename, conversation.id as conversation_id,
    coalesce(partner.full_name, partner.email, message.name, call.name) as partner,
    note.id as note_id, note.number as note_number, holder.id as holder_id, holder.number as holder_number,
    holder.legal_name as holder_name, entry.accreditation_id, entry.approval_summary,
    run.id as run_id, run.period_end as run_end, list.filename as bank_list
  from (select entry.id, entry.subject, accreditation.id as accreditation_id, approval.summary as approval_summary,
        coalesce(${noteOfApproval}, entry.subject) as note,
        coalesce(accreditation.holder_id, approval.holder_id, entry.subject) as holder
      from entry left join approvals approval on approval.id = entry.subject
        left join accreditations accreditation on accreditation.id = entry.subject offset 0) entry
    left join user_profiles person on person.id = entry.subject
    left join documents document on document.id = entry.subject
    left join conversations conversation on conversation.id = entry.subject
    left join user_profiles partner on partner.id = conversation.person_id
    left join messages message on message.id = conversation.visitor_message_id
    left join call_requests call on call.id = conversation.call_request_id
    left join lateral (select n.id, n.number from notes n where n.id = entry.note offset 0) note on true
    left join lateral (select h.id, h.number, h.legal_name from holders h where h.id = entry.holder offset 0) holder on true
    left join statement_runs run on run.id = entry.subject
    left join bank_lists list on list.id = entry.subject`

/** Subject of an entry. */
export interface Subject {
  /** In words: a name if there is one, else its id. */
  subject: string | undefined
  /** Its page for administrators. */
  address: string | undefined
}

/** @param entry its action, its subject's id as logged, and its details */
export function subjectOf(
  row: SubjectRow,
  entry: { action: string; subject_id: string | null; details: Record<string, unknown> },
): Subject {
  const { person_id, conversation_id, partner, note_id, holder_id, accreditation_id, run_id } = row
  if (person_id) return { subject: row.person_name ?? row.person_email ?? undefined, address: undefined }
  if (conversation_id && partner)
    return { subject: partner, address: href('/profile/admin/messages/:id', { id: conversation_id }) }
  const noteAddress = note_id ? href('/profile/admin/register/notes/:id', { id: note_id }) : undefined
  const holderAddress = holder_id ? href('/profile/admin/holders/:id', { id: holder_id }) : undefined
  const summary = row.approval_summary
  if (summary) return { subject: summary, address: noteAddress ?? holderAddress }
  if (row.note_number) return { subject: noteInWords(row.note_number, entry), address: noteAddress }
  const holder = row.holder_name && `${row.holder_name} (${row.holder_number})`
  if (accreditation_id && holder)
    return { subject: holder, address: href('/profile/admin/accreditation/:id', { id: accreditation_id }) }
  if (holder) return { subject: holder, address: holderAddress }
  if (run_id && row.run_end)
    return {
      subject: `Statements to ${formatDay(row.run_end)}`,
      address: href('/profile/admin/statements/:id', { id: run_id }),
    }
  if (row.bank_list) return { subject: row.bank_list, address: href('/profile/admin/register/bank') }
  const { filename, address, email, summary: requested, number, reference, title } = entry.details
  if (entry.action.startsWith('delivery.') && entry.subject_id && typeof title === 'string')
    return { subject: title, address: href('/profile/admin/deliveries/:id', { id: entry.subject_id }) }
  const named = [row.filename, filename, address, email, requested, number, reference].find(
    (name): name is string => typeof name === 'string',
  )
  return { subject: named ?? entry.subject_id ?? undefined, address: undefined }
}

/** @returns such as 'LK-2026-0002', or 'The payment of $17,500 on LK-2026-0002' */
function noteInWords(number: string, { action, details: { cents } }: Parameters<typeof subjectOf>[1]): string {
  const isPayment = action.startsWith('payment.') && typeof cents === 'string' && /^\d+$/.test(cents)
  return isPayment ? `The payment of ${formatCents(BigInt(cents))} on ${number}` : number
}
