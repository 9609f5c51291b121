import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { advanceNotes } from '../../app/notes/server/advance-notes.ts'
import type { ReturnView } from '../../app/tax/form-1099-int.ts'
import { submitTaxForm } from '../../app/tax/server/certifications.ts'
import { requestFurnishing } from '../../app/tax/server/furnish-forms.ts'
import { requestTaxProfile, type TypedForm } from '../../app/tax/server/profile-changes.ts'
import { requestFiling } from '../../app/tax/server/record-filing.ts'
import { beginTaxRun, correctTaxForm, prepareTaxRunAgain, reviewTaxRun } from '../../app/tax/server/tax-runs.ts'
import { getTaxRun } from '../../app/tax/server/tax-runs-list.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { consentToPaperless, sampleFormWord, typedW9 } from '../../server/sample/lives.ts'
import { eventually } from './eventually.ts'
import { givenHolder } from './holders.ts'
import { givenAccreditation, givenNote, type NotePeople, withFreshProof } from './notes.ts'
import { simplePdf } from './pdf.ts'
import type { SharedPortal } from './shared-portal.ts'
import { uploader } from './uploads.ts'

export { typedW9 }

/** @returns a plausible Social Security number that no other test uses */
export function anySsn(): string {
  return `${randomInt(100, 600)}-${randomInt(10, 100)}-${randomInt(1000, 10_000)}`
}

/** Uploads a PDF of the category Tax into the person's own folder. @returns the document's id */
export async function uploadedTaxForm(portal: SharedPortal, person: Actor, metadata: Record<string, string> = {}) {
  const sender = uploader(portal, await portal.sessionOf(person))
  const content = simplePdf(['Form W-9'])
  const answer = await sender.upload({ filename: 'w9.pdf', content, metadata: { category: 'Tax', ...metadata } })
  return answer.headers.get('Upload-Document-Id') ?? expect.fail(`not uploaded: ${answer.status}`)
}

/** A member sends a W-9. @returns the certification's id, and its document's */
export async function sentW9(portal: SharedPortal, member: Actor, holderId: string, form = 'w9') {
  const documentId = await uploadedTaxForm(portal, member)
  return { documentId, id: await submitTaxForm(member, holderId, { documentId, kind: form }) }
}

/** A W-9 put on file by two people. */
export async function givenW9(
  portal: SharedPortal,
  { admin, colleague, investor }: { admin: Actor; colleague: Actor; investor: Actor },
  holderId: string,
  typed: Partial<TypedForm> = {},
  form = 'w9',
): Promise<{ documentId: string; certificationId: string }> {
  const { id, documentId } = await sentW9(portal, investor, holderId, form)
  const asking = await withFreshProof(portal, admin)
  const approval = await requestTaxProfile(asking, id, { ...typedW9, tin: anySsn(), ...typed })
  await decideApproval(colleague, approval, 'approved')
  return { documentId, certificationId: id }
}

/** @returns the word on a sample form, as shown to its reader */
export function wordOf({ owner }: SharedPortal, consentId: string): Promise<string> {
  return sampleFormWord(owner, consentId)
}

/** A member agrees to paperless tax forms. @returns the consent's id */
export function givenConsent({ owner }: SharedPortal, member: Actor, holderId: string): Promise<string> {
  return consentToPaperless(owner, member, holderId)
}

/** Waits until a year's forms can be reviewed. */
export async function untilFormsPrepared(actor: Actor, runId: string, view: ReturnView = 'forms') {
  return eventually('prepared tax forms', async () => {
    const found = await getTaxRun(actor, runId, { view })
    return found.run.isPrepared && found
  })
}

/** A year's forms, created and prepared. @returns the run's id */
export async function givenForms(admin: Actor, year: number): Promise<string> {
  const run = await beginTaxRun(admin, { year: String(year) })
  await untilFormsPrepared(admin, run)
  return run
}

/** Reviews a run's forms and furnishes them, by two people. */
export async function furnished(
  { admin, colleague }: Pick<NotePeople, 'admin' | 'colleague'>,
  run: string,
): Promise<void> {
  await reviewTaxRun(admin, run)
  await decideApproval(colleague, await requestFurnishing(admin, run), 'approved')
}

export async function payeeIn(actor: Actor, run: string, holderId: string) {
  for (const view of ['forms', 'left_out'] as const) {
    const { payees } = await getTaxRun(actor, run, { view })
    const found = payees.find(payee => payee.holderId === holderId)
    if (found) return found
  }
  return undefined
}

export const payeeAddress = '1 Congress Avenue\nAustin, TX 78701'

/** The monthly payment of such a note. */
export const monthly = 1_833_33n

/** A holder with an address, and a note of $200,000 at 11% issued on the first day of a year: $1,833.33 a month. */
export async function givenPayee(
  portal: SharedPortal,
  people: NotePeople,
  year: number,
  details: Parameters<typeof givenHolder>[2] = {},
) {
  const holder = await givenHolder(people.admin, people.investor, { address: payeeAddress, ...details })
  await givenAccreditation(portal, holder.id, people.investor)
  const note = await givenNote(portal, people, `${year}-01-01`, { holderId: holder.id })
  await advanceNotes()
  return { holder, note }
}

/** Prepares a run's forms again, and waits for them. */
export async function prepareAgain(admin: Actor, run: string): Promise<void> {
  await prepareTaxRunAgain(admin, run)
  await untilFormsPrepared(admin, run)
}

/** Corrects a holder's form, or creates a missing one, and furnishes it. @returns the correction's run */
export async function givenCorrection(
  office: Pick<NotePeople, 'admin' | 'colleague'>,
  run: string,
  holderNumber: string,
): Promise<string> {
  const correction = await correctTaxForm(office.admin, run, { holder: holderNumber, reason: 'The books have changed' })
  await untilFormsPrepared(office.admin, correction)
  await furnished(office, correction)
  return correction
}

/** Records by two people that a run's forms were filed today. */
export async function filed(
  { admin, colleague }: Pick<NotePeople, 'admin' | 'colleague'>,
  run: string,
  why = '',
): Promise<void> {
  const filing = await requestFiling(admin, run, { day: fundDay(), receipt: 'IRIS-1', why })
  await decideApproval(colleague, filing, 'approved')
}

/** @returns the code of a refusal; 'done' without one */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    error => error.code,
  )
