import { createHash } from 'node:crypto'
import type pg from 'pg'
import { formatCents } from '../../../rules/money.ts'
import { approvalsOfEntries, movesWithoutCash } from '../../approvals/ledger-approvals.ts'
import { cash, notesPayable } from '../ledger-accounts.ts'

export interface LedgerVerification {
  /** Entries compared. */
  entries: number
  /** Of the last one, in hex. */
  hash: string
  /** Notes with frozen terms that were compared. */
  notes: number
  /** A sentence for each difference. */
  findings: string[]
}

/** A link of the ledger's chain, as exported earlier and signed outside the database's reach. */
export interface LedgerHead {
  /** ISO 8601, UTC. */
  at: string
  position: number
  /** In hex. */
  hash: string
}

interface Link {
  position: number
  previous_hash: Buffer
  hash: Buffer
  /** Null where the entry was removed. */
  id: string | null
  text: string
  balances: boolean
  /** When its transaction began. */
  created_at: string
  approval_id: string | null
  /** What its approval lacks, in words; null if nothing, and for interest, which needs none. */
  lacks: string | null
}

const batchSize = 5000

/**
 * Walks the ledger's chain and compares it with the entries; checks that each entry balances and has a logged approval
 * by two people, of its kind and amount; and compares signed notes' terms with the frozen ones. It computes every hash
 * here from raw rows, so manipulated functions or triggers can't hide anything.
 * @param owner a connection that may take the role app_audit; it is left in its own role
 * @param heads exported earlier: they reveal whether the ledger's end was removed or all of it rewritten
 */
export async function verifyLedger(owner: pg.Client, heads: readonly LedgerHead[] = []): Promise<LedgerVerification> {
  // One snapshot, whatever is added meanwhile.
  await owner.query('begin isolation level repeatable read read only')
  try {
    await owner.query('set local role app_audit')
    const { entries, hash, findings } = await walk(owner, heads)
    const notes = await verifyTerms(owner)
    const asked = await verifyApprovals(owner)
    return { entries, hash, notes: notes.count, findings: [...findings, ...asked, ...notes.findings] }
  } finally {
    await owner.query('rollback')
  }
}

async function walk(
  owner: pg.Client,
  heads: readonly LedgerHead[],
): Promise<{ entries: number; hash: string; findings: string[] }> {
  const findings: string[] = []
  const hashes = new Map<number, string>()
  let previous = { position: 0, hash: createHash('sha256').digest() as Buffer }
  let entries = 0
  const approvals = new ApprovalsInTurn()
  for (let full = true; full; ) {
    const links = await readLinks(owner, previous.position)
    for (const link of links) {
      entries++
      const problem = problemOf(link, previous) ?? approvals.problemOf(link)
      if (problem) findings.push(problem)
      if (heads.some(({ position }) => position === link.position)) hashes.set(link.position, link.hash.toString('hex'))
      previous = link
    }
    full = links.length === batchSize
  }
  const { rows } = await owner.query<{ id: string }>(
    `select e.id from public.ledger_entries e
    where not exists (select from public.ledger_chain c where c.entry_id = e.id) order by e.seq limit 1000`,
  )
  for (const { id } of rows) findings.push(`Ledger entry ${id} was added past the chain, or its link removed`)
  for (const { at, position, hash } of heads) {
    const found = hashes.get(position)
    if (found === undefined)
      findings.push(`The head signed on ${at} names link ${position} of the ledger, which was removed`)
    else if (found !== hash)
      findings.push(
        `The head signed on ${at} has another hash for link ${position} of the ledger: it, or one before, was rewritten`,
      )
  }
  return { entries, hash: previous.hash.toString('hex'), findings }
}

/** What an entry (`e`) lacks of a logged approval (`p`) by two people, in SQL. */
const lacking = `case when e.kind = 'interest_due' then null
  when p.id is null then 'has no approval'
  when (p.decision = 'approved' and p.asked_by <> p.decided_by and p.decided_by = e.recorded_by
    and p.decided_at = e.created_at) is not true then 'has no approval by two people'
  when not exists (select from public.audit_log a where a.subject_id = p.id::text and a.action = 'approval.asked'
      and a.actor_id = p.asked_by and a.actor_role = 'administrator')
    or not exists (select from public.audit_log a where a.subject_id = p.id::text and a.action = 'approval.approved'
      and a.actor_id = p.decided_by and a.actor_role in ('administrator', 'approver') and a.at = e.created_at)
    then 'has an approval that isn’t in the audit log'
  when p.kind <> 'register.import' and not $2::jsonb -> e.kind ? p.kind then 'has an approval of something else' end`

async function readLinks(owner: pg.Client, after: number): Promise<Link[]> {
  const { rows } = await owner.query<Link>(
    `select c.position::float8 as position, c.previous_hash, c.hash, e.id, ${ledgerText} as text,
      (select count(*) > 1 and sum(l.debit_cents) = sum(l.credit_cents) from public.ledger_lines l
        where l.entry_id = e.id) as balances,
      e.created_at::text as created_at, e.approval_id, ${lacking} as lacks
    from public.ledger_chain c left join public.ledger_entries e on e.id = c.entry_id
      left join public.approvals p on p.id = e.approval_id
    where c.position > $1 order by c.position limit ${batchSize}`,
    [after, JSON.stringify(approvalsOfEntries)],
  )
  return rows
}

/** @returns a link's problem, or that of the position before it */
function problemOf(link: Link, before: { position: number; hash: Buffer }): string | undefined {
  const name = `Ledger entry ${link.id ?? '(removed)'} (link ${link.position})`
  if (link.position !== before.position + 1) return `What was before ${name} was removed`
  if (link.id === null) return `${name} was removed`
  const hash = createHash('sha256').update(link.previous_hash).update(link.text).digest()
  if (!hash.equals(link.hash)) return `${name} was changed`
  if (!link.previous_hash.equals(before.hash)) return `What was before ${name} was changed, and its hash with it`
  if (!link.balances) return `The debits of ${name} are not its credits`
  return link.lacks ? `${name} ${link.lacks}` : undefined
}

/** An approval's entries are posted in one transaction, so they are contiguous: nothing was added later. */
class ApprovalsInTurn {
  readonly #past = new Set<string>()
  #last: Pick<Link, 'approval_id' | 'created_at'> | undefined

  problemOf({ id, position, approval_id, created_at }: Link): string | undefined {
    const last = this.#last?.approval_id
    if (last && (this.#last?.created_at !== created_at || (approval_id && approval_id !== last))) {
      this.#past.add(last)
      this.#last = undefined
    }
    if (!approval_id) return undefined
    this.#last = { approval_id, created_at }
    return this.#past.has(approval_id)
      ? `Ledger entry ${id} (link ${position}) was added to an approval after it had been carried out`
      : undefined
  }
}

/**
 * Compares requested content with its hash, and its amount with the booked amount: cash, or moved principal. Rebooked
 * entries net to zero.
 */
async function verifyApprovals(owner: pg.Client): Promise<string[]> {
  const changed = await owner.query<{ id: string }>(
    `select id from public.approvals where content_sha256 <> sha256(convert_to(content::text, 'UTF8')) order by asked_at`,
  )
  const unequal = await owner.query<{ id: string; asked: string | null; booked: string }>(
    `with booked as (select e.approval_id, abs(coalesce(sum(l.debit_cents - l.credit_cents) filter (where l.account = ${cash}), 0)) as cash,
        coalesce(sum(l.debit_cents) filter (where l.account = ${notesPayable} and e.kind in ('transfer', 'renewal', 'reversal')), 0)
          as principal
      from public.ledger_entries e join public.ledger_lines l on l.entry_id = e.id
      where e.approval_id is not null group by e.approval_id),
    compared as (select p.id, p.asked_at,
        -- What came back is booked with its return.
        case when p.content ? 'returned' then '0' else substring(p.content ->> 'cents' from '^[0-9]{1,18}$') end as asked,
        case when p.kind = any ($1) and b.cash = 0 then b.principal else b.cash end::text as booked
      from booked b join public.approvals p on p.id = b.approval_id where p.kind <> 'register.import')
    select id, asked, booked from compared where asked is distinct from booked order by asked_at`,
    [movesWithoutCash],
  )
  return [
    ...changed.rows.map(({ id }) => `The content of the approval ${id} was changed`),
    ...unequal.rows.map(
      ({ id, asked, booked }) =>
        `The approval ${id} was given for ${asked === null ? 'no amount' : formatCents(BigInt(asked))}, and ${formatCents(BigInt(booked))} was booked for it`,
    ),
  ]
}

/** Compares frozen terms with their hash, and with the note. */
async function verifyTerms(owner: pg.Client): Promise<{ count: number; findings: string[] }> {
  const { rows } = await owner.query<{
    number: string
    text: string
    sha256: Buffer
    columns: Record<string, unknown>
  }>(
    `select n.number, n.terms::text as text, n.terms_sha256 as sha256, to_jsonb(n) - 'terms' as columns
    from public.notes n where n.terms is not null order by n.number`,
  )
  const changed = rows.filter(
    ({ text, sha256, columns }) =>
      !createHash('sha256').update(text).digest().equals(sha256) || !agrees(JSON.parse(text), columns),
  )
  return { count: rows.length, findings: changed.map(({ number }) => `The terms of the note ${number} were changed`) }
}

/** @returns whether frozen terms equal a note's columns. The holder's name may have changed since */
function agrees({ holder: _, ...terms }: Record<string, unknown>, columns: Record<string, unknown>): boolean {
  return Object.entries(terms).every(([name, value]) => String(value) === String(columns[name]))
}

/**
 * Text hashed to link a ledger entry to the previous one, as SQL over the tables' columns (`e` is ledger_entries, `c`
 * is ledger_chain). A database function builds the same (schema/ledger-balances.sql), but the database's owner could
 * change that.
 */
const ledgerText = `jsonb_build_array(c.position, e.id, e.kind, e.note_id, e.holder_id, e.booked_on::text,
  e.relates_to::text, e.schedule_version, e.line_n, e.reference, e.reverses, e.idempotency_key, e.approval_id,
  e.recorded_by, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  (select jsonb_agg(jsonb_build_array(l.n, l.account, l.debit_cents, l.credit_cents, l.note_id) order by l.n)
    from public.ledger_lines l where l.entry_id = e.id))::text`
