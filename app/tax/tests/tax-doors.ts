import { randomUUID } from 'node:crypto'
import { actAs } from '../../../server/database/act-as.ts'
import * as op from '../../../server/operations.ts'
import { insertEntry, moved } from '../../../server/sample/notes.ts'
import { administrators, ownerOnly } from '../../../tests/attacks/doors/actors.ts'
import { exportedRows } from '../../../tests/attacks/doors/exported-rows.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newHolder, newHolderDocument } from '../../register/tests/register-doors.ts'
import { factsHash, readPayees } from '../server/payees.ts'

/** What needs fresh proof asks for it first. */
const disabled = { disabled: 'NO_SESSION' }
const { signal } = new AbortController()
const day = '2026-01-02'

/** What a W-8 without a number says: this site has no VAULT_KEY; with one, see app/tax/tests/tax-profile.test.ts. */
export const typedW8 = {
  nameLine1: `${mark} holder`,
  nameLine2: '',
  classification: '',
  exemptCode: '',
  tinKind: '',
  tin: '',
  validatedBy: '',
  isNameConfirmed: false,
}

/** A deposit with the IRS in the books. @returns its entry's id */
export async function newDeposit({ portal: { owner } }: World): Promise<{ entry: string }> {
  const columns = { reference: mark, idempotency_key: `deposit:2026:${randomUUID()}#0` }
  const lines = moved(2030, 1010, 440_00n)
  return { entry: await insertEntry(owner, { kind: 'tax_deposit', day, lines, columns }) }
}

/** Tax numbers, B-notices, consent to paperless forms, and the forms of each year. */
export const taxDoors = {
  getOwnTax: about(newHolder, ({ actor }, holder) => op.getOwnTax(actor, holder), ownerOnly('sees', 'ok')),
  submitTaxForm: about(
    async world => ({ holder: await newHolder(world), documentId: await newTaxDocument(world) }),
    ({ actor }, { holder, documentId }) => op.submitTaxForm(actor, holder, { documentId, kind: 'w9' }),
    // An administrator sends what came by post.
    ownerOnly('changes', 'NOT_FOUND', { administrator: 'changes' }),
  ),
  getTaxCard: about(
    newSentForm,
    ({ actor }, { holder }) => op.getTaxCard(actor, holder),
    administrators('sees', 'FORBIDDEN'),
  ),
  getFormToCompare: about(
    newRequestedForm,
    ({ actor }, { holder }) => op.getFormToCompare(actor, holder),
    administrators('sees', 'FORBIDDEN'),
  ),
  getTaxQueue: about(
    newSentForm,
    ({ actor }) => op.getTaxQueue(actor, { show: 'all', words: mark }),
    administrators('sees', 'FORBIDDEN'),
  ),
  exportTinMatching: about(
    newTaxProfile,
    ({ actor }) => op.exportTinMatching(actor, 'all'),
    administrators('VAULT_LOCKED', 'FORBIDDEN', disabled),
  ),
  readTinResults: about(
    newTaxProfile,
    ({ actor }, { account }) => op.readTinResults(actor, { file: new File([`2;1;x;${account};0`], 'results.txt') }),
    administrators('changes', 'FORBIDDEN', disabled),
  ),
  makeNoticeLetter: about(
    newTinNotice,
    async ({ actor }, { notice }) =>
      Buffer.from((await op.makeNoticeLetter(actor, notice, signal)).pdf)
        .toString('latin1')
        .slice(0, 4),
    administrators('ok', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
  requestPaperless: about(
    newHolder,
    ({ actor }, holder) => op.requestPaperless(actor, holder),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  makeSampleForm: about(
    world => newTaxConsent(world, 'asked'),
    async ({ actor }, { id }) =>
      Buffer.from(await op.makeSampleForm(actor, id, signal))
        .toString('latin1')
        .slice(0, 4),
    ownerOnly('ok', 'NOT_FOUND'),
  ),
  giveConsent: about(
    world => newTaxConsent(world, 'asked'),
    ({ actor }, { id }) => op.giveConsent(actor, id, { word: 'lantern' }),
    ownerOnly('changes', 'NOT_FOUND'),
  ),
  withdrawConsent: about(
    world => newTaxConsent(world, 'given'),
    ({ actor }, { id }) => op.withdrawConsent(actor, id),
    ownerOnly('changes', 'NOT_FOUND'),
  ),

  // Form 1099-INT
  getTaxRuns: about(
    world => newTaxRun(world, 'draft'),
    ({ actor }) => op.getTaxRuns(actor),
    administrators('ok', 'FORBIDDEN'),
  ),
  getTaxRun: about(
    world => newTaxRun(world, 'draft'),
    ({ actor }, { run }) => op.getTaxRun(actor, run),
    administrators('sees', 'FORBIDDEN'),
  ),
  beginTaxRun: {
    call: ({ actor }) => op.beginTaxRun(actor, { year: '1999' }),
    gets: administrators('TAX_NOBODY', 'FORBIDDEN'),
  },
  getWithholding: about(newDeposit, ({ actor }) => op.getWithholding(actor, 2026), administrators('sees', 'FORBIDDEN')),
  exportWithholding: about(
    newDeposit,
    ({ actor }) => exportedRows(op.exportWithholding(actor, { year: 2026 })),
    administrators('ok', 'FORBIDDEN', disabled),
  ),
  exportIris: about(
    world => newTaxRun(world, 'furnished'),
    async ({ actor }, { run }) => (await op.exportIris(actor, run, 1)).content,
    administrators('sees', 'FORBIDDEN', disabled),
  ),
  getPrintQueue: about(
    world => newTaxRun(world, 'furnished', 'paper'),
    ({ actor }) => op.getPrintQueue(actor),
    administrators('sees', 'FORBIDDEN'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

/** A file of the owner's of the category Tax. @returns its id */
export async function newTaxDocument(world: World): Promise<string> {
  const id = await world.newDocument()
  await world.portal.owner.query("update documents set category = 'Tax' where id = $1", [id])
  return id
}

/** A form that the owner has sent for a holder of theirs. */
export async function newSentForm(world: World, form: 'w9' | 'w8' = 'w9'): Promise<{ id: string; holder: string }> {
  const holder = await newHolder(world)
  const documentId = await newTaxDocument(world)
  return { id: await op.submitTaxForm(world.owner, holder, { documentId, kind: form }), holder }
}

/** A form of which a person, who isn't one of the actors, has asked to put on file what they entered. */
export async function newRequestedForm(world: World): Promise<{ holder: string; document: string; number: string }> {
  const { owner } = world.portal
  const { id, holder } = await newSentForm(world)
  const { rows } = await owner.query('select document_id from tax_certifications where id = $1', [id])
  const [document, number] = [rows[0].document_id, randomUUID()]
  const asker = await world.newPerson({ isAdmin: true })
  await owner.query(
    `insert into approvals (kind, subject_id, holder_id, content, summary, asked_by) values ('tax.profile', $1, $1, $2, $3, $4)`,
    [holder, { documentId: document, numberId: number, to: {} }, `Form W-9 of ${mark}`, asker.id],
  )
  return { holder, document, number }
}

/** What two people have put on file, with a number that no one can open. */
export async function newTaxProfile(world: World): Promise<{ holder: string; number: string; account: string }> {
  const { owner } = world.portal
  const { id, holder } = await newSentForm(world)
  const number = randomUUID()
  await owner.query(
    `insert into vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4, in_force_from)
    values ($1, $2, 'tin', $3, $4, $5, '1234', now())`,
    [number, holder, Buffer.alloc(40), Buffer.alloc(16), Buffer.alloc(32)],
  )
  await owner.query(
    `insert into tax_profiles (holder_id, state, form, name_line1, classification, tin_kind, tin_last4, number_id,
      certification_id, certified_on)
    values ($1, 'provided', 'w9', $2, 'individual', 'ssn', '1234', $3, $4, current_date)`,
    [holder, `${mark} holder`, number, id],
  )
  await owner.query(
    "update tax_certifications set state = 'accepted', decided_by = $2, decided_at = now() where id = $1",
    [id, world.people.administrator.id],
  )
  const { rows } = await owner.query('select number from holders where id = $1', [holder])
  const account = `${rows[0].number.replaceAll('-', '')}N${number.slice(0, 8).toUpperCase()}`
  return { holder, number, account }
}

/** A B-notice about the number of a holder of the owner's. */
export async function newTinNotice(world: World): Promise<{ holder: string; notice: string }> {
  const { holder, number } = await newTaxProfile(world)
  const { rows } = await world.portal.owner.query(
    `insert into tin_notices (holder_id, kind, number_id, notice_date, received_on, send_by, withhold_from, recorded_by)
    values ($1, 'first', $2, '2025-01-02', '2025-01-02', '2025-01-24', '2025-02-14', $3) returning id`,
    [holder, number, world.people.administrator.id],
  )
  await world.portal.owner.query("update tax_profiles set state = 'first_notice' where holder_id = $1", [holder])
  return { holder, notice: rows[0].id }
}

/** A consent of the owner's, whose sample form has the word 'lantern'. */
export async function newTaxConsent(world: World, state: 'asked' | 'given'): Promise<{ id: string; holder: string }> {
  const holder = await newHolder(world)
  const id = await op.requestPaperless(world.owner, holder)
  await world.portal.owner.query("update tax_consents set word = 'lantern' where id = $1", [id])
  if (state === 'given') await op.giveConsent(world.owner, id, { word: 'lantern' })
  return { id, holder }
}

/**
 * The form of a holder of the owner's, of a year in which no one was paid anything: a run of its own.
 * @param delivery of one that is furnished
 */
export async function newTaxRun(
  world: World,
  state: 'draft' | 'reviewed' | 'furnished',
  delivery: 'portal' | 'paper' = 'portal',
): Promise<{ run: string; form: string; holder: string; number: string }> {
  const { owner } = world.portal
  const { id: document, holder } = await newHolderDocument(world)
  const [run, form] = [randomUUID(), randomUUID()]
  const { administrator } = world.people
  await owner.query("update documents set category = 'Tax', unreleased = $2 where id = $1", [
    document,
    state !== 'furnished',
  ])
  await owner.query(
    `insert into tax_runs (id, year, holder_id, reason, begun_at, prepared_at)
    values ($1, 1999, $2, $3, now() - interval '1 minute', now())`,
    [run, holder, mark],
  )
  const [facts] = await actAs(administrator, tx => readPayees(tx, 1999, holder))
  await owner.query(
    `insert into tax_returns (id, run_id, year, holder_id, user_id, file_stamp, interest_cents, withheld_cents, name_line1,
      address_lines, is_person, facts_sha256, sha256, document_id, prepared_at)
    values ($1, $2, 1999, $3, $4, 1700000000000000, 1000, 0, $5, 'x', true, $6, repeat('a', 64), $7, now())`,
    [form, run, holder, world.owner.id, `${mark} holder`, facts && factsHash(facts), document],
  )
  if (state !== 'draft')
    await owner.query("update tax_runs set state = 'reviewed', reviewed_by = $2, reviewed_at = now() where id = $1", [
      run,
      administrator.id,
    ])
  if (state === 'furnished') await furnish(world, { run, form, delivery })
  const { rows } = await owner.query('select number from holders where id = $1', [holder])
  return { run, form, holder, number: rows[0].number }
}

async function furnish(world: World, { run, form, delivery }: { run: string; form: string; delivery: string }) {
  const { owner } = world.portal
  const [requester, decider] = [await world.newPerson({ isAdmin: true }), await world.newPerson({ isAdmin: true })]
  const { rows } = await owner.query(
    `insert into approvals (kind, subject_id, content, summary, asked_by) values ('tax.furnish', $1, $4, $2, $3) returning id`,
    [
      run,
      mark,
      requester.id,
      { title: mark, year: 1999, forms: 1, interest: '0', withheld: '0', digest: '', reason: null },
    ],
  )
  await owner.query(
    `update tax_returns set furnished_at = now(), delivery = $2, paper_reason = case when $2 = 'paper' then 'asked' end,
      paper_due = case when $2 = 'paper' then current_date end where id = $1`,
    [form, delivery],
  )
  await owner.query(
    "update tax_runs set state = 'furnished', furnished_by = $2, furnished_at = now(), furnish_approval_id = $3 where id = $1",
    [run, decider.id, rows[0].id],
  )
}
