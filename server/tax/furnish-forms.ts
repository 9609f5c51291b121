import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../content/fund.ts'
import { tax } from '../../content/tax.ts'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { countOf } from '../../rules/number.ts'
import { dueDays, staysUntil } from '../../rules/tax/returns.ts'
import { furnishCommand } from '../../rules/tax/run.commands.ts'
import { canTake, taxRunSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { type Asked, requestCommand } from '../approvals/request-command.ts'
import type { Database } from '../database/types.ts'
import { holdLedger } from '../ledger/holders-with-notes.ts'
import { letter } from '../mail/letter.ts'
import { queueMail } from '../mail/mailer.ts'
import { type NotificationEvent, notifyAll } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { formTitle } from './compliance-years.ts'
import { isInForce } from './consents.ts'
import { lockRun, requireFresh, type TaxRun } from './tax-runs.ts'

/** What is asked for: the run, and what its forms say, so that what is furnished is what was looked at. */
export interface FurnishContent extends Record<string, unknown> {
  title: string
  year: number
  forms: number
  /** Sums of box 1 and box 4: cents, as text. */
  interest: string
  withheld: string
  /** SHA-256 of the PDFs of all. */
  digest: string
  /** What is corrected, and why. */
  reason: string | null
}

/** @returns the run, and what its forms say; @throws PortalError TAX_RUN_STATE unless it is reviewed, TAX_RUN_STALE, TAX_NO_FORMS */
async function lockReviewed(tx: Transaction<Database>, id: string): Promise<[TaxRun, FurnishContent]> {
  const run = await lockRun(tx, id)
  if (!canTake(taxRunSteps.furnish, run.state)) throw new PortalError('TAX_RUN_STATE')
  await requireFresh(tx, run)
  const content = await contentOf(tx, run)
  if (content.forms === 0) throw new PortalError('TAX_NO_FORMS')
  return [run, content]
}

async function contentOf(tx: Transaction<Database>, run: TaxRun): Promise<FurnishContent> {
  const { rows } = await sql<{ forms: number; interest: string; withheld: string; digest: string }>`
    select count(*)::int as forms, coalesce(sum(t.interest_cents), 0)::text as interest,
      coalesce(sum(t.withheld_cents), 0)::text as withheld,
      encode(sha256(convert_to(coalesce(string_agg(t.holder_id || ' ' || t.sha256, ',' order by t.holder_id), ''), 'UTF8')), 'hex')
        as digest
    from tax_returns t where t.run_id = ${run.id} and t.document_id is not null`.execute(tx)
  const [sums] = rows
  return {
    title: await titleOf(tx, run),
    year: run.year,
    forms: sums?.forms ?? 0,
    interest: sums?.interest ?? '0',
    withheld: sums?.withheld ?? '0',
    digest: sums?.digest ?? '',
    reason: run.reason,
  }
}

/** @returns what a run is called, such as 'Forms 1099-INT of 2026', or 'Correction of Form 1099-INT 2026 of H-0007' */
export async function titleOf(tx: Transaction<Database>, { year, holder_id, corrects }: TaxRun): Promise<string> {
  if (!holder_id) return `Forms 1099-INT of ${year}`
  const holder = await tx.selectFrom('holders').select('number').where('id', '=', holder_id).executeTakeFirst()
  return formTitle({ year, number: holder?.number ?? '', isCorrection: corrects !== null })
}

/** A consent `c` in force of somebody who acts for the holder of `t` now. */
const consenting = sql`tax_consents c join holder_members m on m.holder_id = c.holder_id and m.user_id = c.user_id
  and m.ended_at is null and m.member_right <> 'viewer'
  where c.holder_id = t.holder_id and ${isInForce}`

/** A form that goes to the portal, and one of those who have agreed to that. */
interface Agreed {
  return_id: string
  holder_id: string
  user_id: string
}

/**
 * Who has agreed is asked in the same statement that says how each form goes: somebody may withdraw meanwhile, and then gets
 * either paper or an e-mail, never neither.
 */
async function markFurnished(tx: Transaction<Database>, { id, year, corrects }: TaxRun): Promise<readonly Agreed[]> {
  await sql`update documents set unreleased = false, retain_until = greatest(retain_until, ${staysUntil(tax, year)}::date)
    where id in (select t.document_id from tax_returns t where t.run_id = ${id})`.execute(tx)
  const { furnish: due } = dueDays(tax, year)
  const { rows } = await sql<Agreed>`
    with agreed as materialized (
      select t.id as return_id, t.holder_id, c.user_id from tax_returns t cross join lateral (select c.user_id from ${consenting}) c
      where t.run_id = ${id} and t.document_id is not null),
    furnished as (
      update tax_returns t set furnished_at = now(), delivery = f.delivery,
        paper_reason = case f.delivery when 'paper' then 'no_consent' end,
        paper_due = case f.delivery when 'paper' then greatest(${due}::date, app.fund_day()) end
      from (select t.id, case when t.document_id is null then null when t.id in (select return_id from agreed) then 'portal'
        else 'paper' end as delivery from tax_returns t where t.run_id = ${id}) f
      where f.id = t.id)
    select * from agreed order by holder_id, user_id`.execute(tx)
  if (corrects) await sql`update tax_returns set corrected_at = now() where id = ${corrects}`.execute(tx)
  return rows
}

/** E-mails those who have agreed to paperless forms. @returns the usual news of a document, for all others who act for a holder */
async function tellMembers(
  tx: Transaction<Database>,
  actor: Actor,
  { id, year }: TaxRun,
  agreed: readonly Agreed[],
): Promise<NotificationEvent[]> {
  for (const { return_id, holder_id, user_id } of agreed) {
    const mail_id = randomUUID()
    await tx.insertInto('tax_return_mails').values({ mail_id, return_id, holder_id, user_id }).execute()
    await queueMail(tx, availableMail(user_id, holder_id, year), mail_id)
  }
  const told = new Set(agreed.map(({ return_id, user_id }) => `${return_id} ${user_id}`))
  const { rows } = await sql<{ return_id: string; user_id: string; document_id: string; filename: string }>`
    select t.id as return_id, unnest(app.readers_of(t.holder_id)) as user_id, t.document_id, d.filename
    from tax_returns t join documents d on d.id = t.document_id where t.run_id = ${id} order by t.holder_id`.execute(tx)
  return rows
    .filter(({ return_id, user_id }) => !told.has(`${return_id} ${user_id}`))
    .map(({ user_id, document_id, filename }) => ({
      kind: 'document-added',
      userId: user_id,
      documentId: document_id,
      filename,
      by: actor,
    }))
}

/** Furnishes a run's forms. */
export const requestFurnishing = requestCommand(furnishCommand, {
  async ask({ tx }, runId): Promise<Asked<FurnishContent>> {
    const [{ id, holder_id }, content] = await lockReviewed(tx, runId)
    const summary = `${content.title}: furnish ${countOf(content.forms, 'form')}`
    return { subjectId: id, holderId: holder_id, content, summary }
  },
  title: 'Forms 1099-INT to payees',
  describe: ({ title, year, forms, interest, withheld, reason }) => [
    `${title}: ${countOf(forms, 'form')}.`,
    `Box 1 adds up to ${formatCents(BigInt(interest), true)}, box 4 to ${formatCents(BigInt(withheld), true)}.`,
    ...(reason ? [`Why: ${reason}`] : []),
    `Payees who have agreed to paperless forms are e-mailed at once; all others are in the paper queue, to be mailed by ${formatDay(dueDays(tax, year).furnish)}.`,
    'What was furnished is only corrected by another form.',
  ],
  async apply({ tx, actor, refuse, audit }, { id, subjectId, content }) {
    // Entries that are being written either are in the ledger by the time this goes on, or come after.
    await holdLedger(tx)
    const [run, { forms, interest, withheld, digest }] = await lockReviewed(tx, subjectId)
    if (digest !== content.digest) throw refuse('TAX_RUN_STALE')
    const agreed = await markFurnished(tx, run)
    const events = await tellMembers(tx, actor, run, agreed)
    await tx
      .updateTable('tax_runs')
      .set({ state: 'furnished', furnished_by: actor.id, furnished_at: sql<Date>`now()`, furnish_approval_id: id })
      .where('id', '=', subjectId)
      .execute()
    await notifyAll(tx, events)
    const facts = { year: run.year, forms, interest, withheld, digest, approval_id: id }
    await audit('tax.run_furnished', subjectId, facts)
  },
  link: ({ subjectId }) => href('/profile/admin/tax/forms/:id', { id: subjectId }),
})

/** Publication 1179, section 4.6, names this subject, in capitals. */
const subject = 'IMPORTANT TAX RETURN DOCUMENT AVAILABLE'

export function availableMail(personId: string, holderId: string, year: number) {
  const path = `${href('/profile/tax')}?holder=${holderId}`
  const paragraphs = [
    'A tax form is in your portal. You need it for your tax return, so please open it, and print or save it.',
    `Sign in, and open it under Tax documents on your tax page. It stays there at least until ${formatDay(staysUntil(tax, year))}. To print it, use the printer button of the viewer.`,
    `You get it there instead of on paper because you agreed to that. You can change this at any time on the same page, or ask for a paper copy: ${fund.phone}.`,
  ]
  return letter({ person: personId }, { subject, paragraphs, path, action: 'Open your tax page' })
}
