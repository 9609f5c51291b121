import { setTimeout as wait } from 'node:timers/promises'
import { canStoreNumbers } from '../../app/holders/server/number-vault.ts'
import { enterProfileCommand } from '../../app/tax/card.commands.ts'
import { furnishCommand } from '../../app/tax/run.commands.ts'
import { submitTaxForm, taxCategory } from '../../app/tax/server/certifications.ts'
import { requestFurnishing } from '../../app/tax/server/furnish-forms.ts'
import { prepareForms } from '../../app/tax/server/prepare-forms.ts'
import { requestTaxProfile } from '../../app/tax/server/profile-changes.ts'
import { beginTaxRun, reviewTaxRun } from '../../app/tax/server/tax-runs.ts'
import { readTinResults } from '../../app/tax/server/tin-matching.ts'
import { matchingAccount } from '../../app/tax/tin-matching.ts'
import { tax } from '../../content/tax.ts'
import { addDays, type Day } from '../../rules/days.ts'
import type { Actor } from '../access/actor.ts'
import { addFile } from '../sample/documents.ts'
import { consentToPaperless, typedW9 } from '../sample/lives.ts'
import { printPage } from '../sample/printed.ts'
import { approve, type Filling } from './filling.ts'

/** A number that the Social Security Administration printed in a pamphlet of 1940, and never issued. */
const specimenNumber = '219-09-9999'

/**
 * Has a holder send a W-9 and consent to paperless forms. If the site can store tax numbers, two people enter the form,
 * and the IRS has matched it; otherwise it awaits review. The other holders have sent nothing yet.
 */
export async function certify(filling: Filling, holder: { id: string; number: string; name: string }): Promise<void> {
  const { owner, desk, elena } = filling
  const { rows } = await owner.query('select id from tax_certifications where holder_id = $1', [holder.id])
  const form = rows[0]?.id ?? (await sendForm(filling, elena, holder))
  const given = await owner.query('select from tax_consents where holder_id = $1 and given_at is not null', [holder.id])
  if (!given.rowCount) await consentToPaperless(owner, elena, holder.id)
  if (!canStoreNumbers()) return
  await approve(filling, { kind: enterProfileCommand.name, subject_id: holder.id }, () =>
    requestTaxProfile(desk, form, { ...typedW9, nameLine1: holder.name, tin: specimenNumber }),
  )
  const entered = await owner.query("select number_id from tax_profiles where holder_id = $1 and state = 'provided'", [
    holder.id,
  ])
  const number = entered.rows[0]?.number_id
  if (number)
    await readTinResults(desk, { file: new File([`2;;;${matchingAccount(holder.number, number)};0`], 'results.txt') })
}

/**
 * Furnishes last year's Forms 1099-INT with two people, as in January: in the portal for holders with consent,
 * otherwise in the print queue. If one can't be made, such as without an address, all remain a draft that says so.
 */
export async function furnishLastYear(filling: Filling): Promise<void> {
  const { owner, desk, today } = filling
  if (!tax.payer.ein) return
  const year = Number(today.slice(0, 4)) - 1
  const begun = await owner.query('select id from tax_runs where year = $1 and holder_id is null', [year])
  const run: string = begun.rows[0]?.id ?? (await beginTaxRun(desk, { year: String(year) }))
  const { state, problem } = await prepared(owner, run)
  if (problem) return
  if (state === 'draft') await reviewTaxRun(desk, run)
  await approve(filling, { kind: furnishCommand.name, subject_id: run }, () => requestFurnishing(desk, run))
}

async function prepared(owner: Filling['owner'], run: string): Promise<{ state: string; problem: string | null }> {
  // The queue may be preparing it, too.
  for (let attempt = 0; ; attempt++) {
    const { rows } = await owner.query(
      'select state, problem, prepared_at >= begun_at as whole from tax_runs where id = $1',
      [run],
    )
    if (rows[0].whole || attempt === 100) return rows[0]
    if (attempt > 0) await wait(100)
    await prepareForms({ run })
  }
}

async function sendForm(
  { owner, today }: Filling,
  member: Actor,
  holder: { id: string; name: string },
): Promise<string> {
  const filed = await owner.query('select id from documents where user_id = $1 and category = $2', [
    member.id,
    taxCategory,
  ])
  const documentId = filed.rows[0]?.id ?? (await fileForm({ owner, today }, member, holder.name))
  return submitTaxForm(member, holder.id, { documentId, kind: 'w9' })
}

async function fileForm(
  { owner, today }: Pick<Filling, 'owner' | 'today'>,
  member: Actor,
  name: string,
): Promise<string> {
  const columns = { filename: 'Form W-9, signed.pdf', category: taxCategory } as const
  const created_at = new Date(`${addDays(today, -1)}T16:00:00Z`)
  return addFile(owner, await printForm(name, today), { user_id: member.id, ...columns, created_at })
}

function printForm(name: string, today: Day): Promise<Buffer> {
  return printPage({ Title: 'Form W-9', CreationDate: new Date(`${today}T12:00:00Z`) }, [
    'Form W-9: Request for Taxpayer Identification Number and Certification',
    `1  Name: ${name}`,
    '3a  Individual/sole proprietor',
    `Part I  Social security number: ${specimenNumber}`,
    `Part II  Signed ${name}, ${today}`,
    'A sample for demonstration only. Its number was never anybody’s.',
  ])
}
