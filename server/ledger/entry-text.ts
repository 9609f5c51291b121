/**
 * Text hashed to link a ledger entry to the previous one, as SQL over the tables' columns (`e` is ledger_entries, `c`
 * is ledger_chain). A database function builds the same (schema/ledger-balances.sql), but the database's owner could
 * change that.
 */
export const ledgerText = `jsonb_build_array(c.position, e.id, e.kind, e.note_id, e.holder_id, e.booked_on::text,
  e.relates_to::text, e.schedule_version, e.line_n, e.reference, e.reverses, e.idempotency_key, e.approval_id,
  e.recorded_by, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  (select jsonb_agg(jsonb_build_array(l.n, l.account, l.debit_cents, l.credit_cents, l.note_id) order by l.n)
    from public.ledger_lines l where l.entry_id = e.id))::text`
