import type pg from 'pg'
import type { Ledger, Written } from './ledger.ts'

/** The states that follow each, without an answer. A document request that is open may end in any way. */
const later: Partial<Record<Written['kind'], Record<string, readonly string[]>>> = {
  link: {
    sent: ['opened', 'said_signed', 'confirmed'],
    opened: ['said_signed', 'confirmed'],
    said_signed: ['confirmed'],
  },
  accreditation: {
    started: ['submitted', 'in_review', 'approved'],
    submitted: ['in_review', 'approved'],
    in_review: ['approved'],
  },
  note: { draft: ['signed', 'current'], signed: ['current'] },
  payment: { requested: ['approved', 'withdrawn', 'reversed'], approved: ['reversed'] },
}

/** What exists of each kind: the text, and its state where it has one. */
const queries: Record<Written['kind'], string> = {
  // Each has a conversation that it belongs to.
  message:
    'select body as text, null as state from conversation_messages join conversations c on c.id = conversation_id',
  lead: 'select message as text, null as state from messages m join conversations c on c.visitor_message_id = m.id',
  link: 'select filename as text, signing_state as state from documents where is_external_link',
  request: `select name as text, case when fulfilled_document_id is not null then 'fulfilled by ' || fulfilled_document_id
    when fulfilled_at is not null then 'received' when withdrawn_at is not null then 'withdrawn' else 'open' end as state
    from document_requests`,
  holder: 'select legal_name as text, null as state from holders',
  accreditation: 'select h.legal_name as text, a.state from accreditations a join holders h on h.id = a.holder_id',
  note: 'select h.legal_name as text, n.state from notes n join holders h on h.id = n.holder_id',
  payment: `select a.content ->> 'reference' as text, case when exists (select from ledger_entries e
      join ledger_entries r on r.reverses = e.id where e.approval_id = a.id) then 'reversed'
    else coalesce(a.decision, 'asked') end as state from approvals a where a.kind = 'payment.record'`,
  election: `select h.legal_name as text, e.choice as state from elections e join holders h on h.id = e.holder_id
    where e.superseded_at is null`,
  run: 'select id::text as text, state from statement_runs',
}

/** What was acknowledged exists once, in the state that was acknowledged or a later one; what was not, once at most. */
export async function checkWritten(owner: pg.Client, ledger: Ledger): Promise<void> {
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await owner.query<{ text: string; state: string | null }>(query)
    const found = Map.groupBy(rows, ({ text }) => text)
    for (const written of ledger.written.filter(each => each.kind === kind)) {
      const existing = found.get(written.text) ?? []
      if (existing.length > 1 || (written.acknowledged && existing.length === 0)) {
        ledger.problem(`${written.text} exists ${existing.length} times`)
      }
      for (const { state } of existing) checkState(written, state, ledger)
    }
  }
}

function checkState({ kind, text, state: known }: Written, state: string | null, ledger: Ledger): void {
  if (known === undefined) return
  const isLater = kind === 'request' ? known === 'open' : later[kind]?.[known]?.includes(state ?? '')
  if (state !== known && !isLater) ledger.problem(`${text} was ${known} and is ${state}`)
}
