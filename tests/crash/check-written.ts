import type pg from 'pg'
import type { Ledger, Written } from './ledger.ts'

/** The states of a signing link, in their order. */
const signingStates = ['sent', 'opened', 'said_signed', 'confirmed']

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
  const isLater =
    kind === 'link' ? signingStates.indexOf(state ?? '') >= signingStates.indexOf(known) : known === 'open'
  if (state !== known && !isLater) ledger.problem(`${text} was ${known} and is ${state}`)
}
