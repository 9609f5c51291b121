import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { tax } from '../../../content/tax.ts'
import { formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { taxRunSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { portalLetter } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import type { NotificationEvent } from '../../notifications/server/notify.ts'
import { taxRunTitle } from '../../runs/runs.ts'
import { digestOf, newsOf, type Releasable, releaseCommand, showDocuments } from '../../runs/server/release-run.ts'
import { lockRun } from '../../runs/server/start-run.ts'
import { dueDays, staysUntil } from '../form-1099-int.ts'
import { furnishCommand } from '../run.commands.ts'
import { isInForce } from './consents.ts'
import { findStale, type TaxRun } from './tax-runs.ts'

/** The request's content: the run and its forms' amounts, so that what is furnished is what was reviewed. */
interface FurnishContent {
  title: string
  year: number
  forms: number
  /** Sums of box 1 and box 4: cents, as text. */
  interest: string
  withheld: string
  /** SHA-256 of the PDFs of all. */
  digest: string
  /** The correction, and its reason. */
  reason: string | null
}

async function lockReviewed(tx: Transaction<Database>, id: string): Promise<Releasable<TaxRun, FurnishContent>> {
  const run = await lockRun(tx, 'tax_runs', id, taxRunSteps.furnish, 'TAX_RUN_STATE')
  const { rows } = await sql<Pick<FurnishContent, 'forms' | 'interest' | 'withheld' | 'digest'>>`
    select count(*)::int as forms, coalesce(sum(t.interest_cents), 0)::text as interest,
      coalesce(sum(t.withheld_cents), 0)::text as withheld,
      ${digestOf(sql`t.holder_id || ' ' || t.sha256`, sql`t.holder_id`)} as digest
    from tax_returns t where t.run_id = ${id} and t.document_id is not null`.execute(tx)
  const [sums] = rows as [(typeof rows)[number]]
  const { year, reason, holder_id: holderId } = run
  const content = { title: await titleOf(tx, run), year, ...sums, reason }
  return { run, holderId, content, documents: sums.forms, isStale: (await findStale(tx, run)).length > 0 }
}

/** @returns what a run is called */
export async function titleOf(tx: Transaction<Database>, { year, holder_id, corrects }: TaxRun): Promise<string> {
  const holder = await tx.selectFrom('holders').select('number').where('id', '=', holder_id).executeTakeFirst()
  return taxRunTitle({ year, number: holder?.number ?? null, isCorrection: corrects !== null })
}

/** A consent `c` in force of a current member of the holder of `t`. */
const consenting = sql`tax_consents c join holder_members m on m.holder_id = c.holder_id and m.user_id = c.user_id
  and m.ended_at is null and m.member_right <> 'viewer'
  where c.holder_id = t.holder_id and ${isInForce}`

/** A form that goes to the portal, and a member who has agreed to that. */
interface Agreed {
  return_id: string
  document_id: string
  holder_id: string
  user_id: string
}

/**
 * Consents are read in the same statement that says how each form goes: if one is withdrawn meanwhile, the person gets
 * either a printed form or an e-mail, never neither.
 */
async function markFurnished(tx: Transaction<Database>, { id, year, corrects }: TaxRun): Promise<readonly Agreed[]> {
  await showDocuments(tx, id, staysUntil(tax, year))
  const { furnish: due } = dueDays(tax, year)
  const { rows } = await sql<Agreed>`
    with agreed as materialized (
      select t.id as return_id, t.document_id, t.holder_id, c.user_id from tax_returns t cross join lateral (select c.user_id from ${consenting}) c
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

/**
 * E-mails the members who have agreed to paperless forms. @returns the usual notices of a document, for all other
 * members of a holder
 */
async function notifyMembers(
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
  const sent = new Set(agreed.map(({ document_id, user_id }) => `${document_id} ${user_id}`))
  const news = await newsOf(tx, 'tax_returns', id, actor)
  return news.filter(({ documentId, userId }) => !sent.has(`${documentId} ${userId}`))
}

/** Furnishes a run's forms. */
export const requestFurnishing = releaseCommand(furnishCommand, {
  isOfLedger: true,
  lock: lockReviewed,
  empty: 'TAX_NO_FORMS',
  stale: 'TAX_RUN_STALE',
  summary: ({ title, forms }) => `${title}: furnish ${countOf(forms, 'form')}`,
  title: 'Forms 1099-INT to payees',
  describe: ({ title, year, forms, interest, withheld, reason }) => [
    `${title}: ${countOf(forms, 'form')}.`,
    `Box 1 adds up to ${formatCents(BigInt(interest), true)}, box 4 to ${formatCents(BigInt(withheld), true)}.`,
    ...(reason ? [`Why: ${reason}`] : []),
    `Payees who have agreed to paperless forms are e-mailed at once; all others are in the print queue, to be mailed by ${formatDay(dueDays(tax, year).furnish)}.`,
    'What was furnished is only corrected by another form.',
  ],
  async release({ tx, actor }, run, { id: furnish_approval_id }) {
    const news = await notifyMembers(tx, actor, run, await markFurnished(tx, run))
    await tx
      .updateTable('tax_runs')
      .set({ state: 'furnished', furnished_by: actor.id, furnished_at: sql<Date>`now()`, furnish_approval_id })
      .where('id', '=', run.id)
      .execute()
    return news
  },
  entry: 'tax.run_furnished',
  facts: ({ year, forms, interest, withheld, digest }) => ({ year, forms, interest, withheld, digest }),
  link: ({ subjectId }) => href('/profile/admin/tax/forms/:id', { id: subjectId }),
})

/** Publication 1179, section 4.6, names this subject, in capitals. */
const subject = 'IMPORTANT TAX RETURN DOCUMENT AVAILABLE'

export function availableMail(personId: string, holderId: string, year: number) {
  const path = `${href('/profile/tax')}?holder=${holderId}`
  const paragraphs = [
    'A tax form is in your portal. You need it for your tax return, so please open it, and print or save it.',
    `Sign in, and open it under Tax documents on your tax page. It stays there at least until ${formatDay(staysUntil(tax, year))}. To print it, use the printer button of the viewer.`,
    `You get it there instead of on paper because you agreed to that. You can change this at any time on the same page, or ask for a printed copy: ${fund.phone}.`,
  ]
  return portalLetter({ person: personId }, { subject, paragraphs, path, action: 'Open your tax page' })
}
