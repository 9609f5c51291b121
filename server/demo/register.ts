import type pg from 'pg'
import { delegatePresets, presetEnd } from '../../app/delegates/delegates.ts'
import { acceptInvitation } from '../../app/delegates/server/accept-invitation.ts'
import { inviteDelegate } from '../../app/delegates/server/invite-delegate.ts'
import { getShared } from '../../app/delegates/server/shared-with-me.ts'
import { fileDocuments } from '../../app/documents/server/holder-documents.ts'
import { incrementViewCount } from '../../app/documents/server/views.ts'
import type { HolderKind } from '../../app/holders/holders.ts'
import { createHolder } from '../../app/holders/server/holders.ts'
import { advanceNotes } from '../../app/notes/server/advance-notes.ts'
import { createNote } from '../../app/notes/server/drafts.ts'
import { fileNoteDocument } from '../../app/notes/server/filed-documents.ts'
import { requestFunding } from '../../app/notes/server/funding.ts'
import { requestPayment } from '../../app/notes/server/payments.ts'
import { requestRenewal } from '../../app/notes/server/renewal.ts'
import { requestReversal } from '../../app/notes/server/reversals.ts'
import { checkImport, requestImport } from '../../app/register/server/import/register-import.ts'
import { noteSettings } from '../../content/notes.ts'
import { addDays, addMonths } from '../../rules/days.ts'
import { dollars } from '../../rules/number.ts'
import type { Actor } from '../access/actor.ts'
import { log } from '../platform/log.ts'
import { addFile } from '../sample/documents.ts'
import { signByAll } from '../sample/lives.ts'
import { elections } from '../sample/notes.ts'
import { verify } from './accreditations.ts'
import { addBatch } from './bulk.ts'
import { enterCoveredPersons } from './covered-persons.ts'
import { approve, askOnce, beginFilling, endFilling, type Filling } from './filling.ts'
import { historyFile, type PastNotes, paidLines, pastNotes, type SampleHolder } from './note-history.ts'
import { openSampleOffering } from './offering.ts'
import { paydayList, paydayNotes } from './payday.ts'
import { addressAt, atHome } from './places.ts'
import { amountInTier, payoutFor, rateFor, verifyingAmount } from './sample-terms.ts'
import { checkSanctions } from './sanctions.ts'
import { releaseStatements } from './statements.ts'
import { certify, furnishLastYear } from './taxes.ts'

/**
 * Gives the sample fund two years of its register: holders, notes in various states, payments, one of them late and one
 * reversed, statements, accreditations, a W-9, last year's Forms 1099-INT, an accountant with shared access, a sanctions
 * list with hits, an open offering, and pending approvals. It uses the portal's own operations, checked by the database like real work; only a past election,
 * and the addresses of imported companies, are written directly.
 *
 * The ledger can't be undone, so an interrupted run resumes: each step first checks for its result. Does nothing once
 * complete, or if the sample fund's people are missing.
 * @param owner the database's owner; sends no notifications of past events, and leaves no jobs
 */
export async function fillRegister(owner: pg.Client): Promise<void> {
  const filling = await beginFilling(owner)
  if (!filling) return
  log.info(
    filling.isResumed
      ? 'completing the sample fund’s register, which was interrupted'
      : 'filling the sample fund’s register with two years of notes; this takes several seconds',
  )
  await fill(filling)
  await endFilling(owner)
  log.info('filled the sample fund’s register')
}

async function fill(filling: Filling): Promise<void> {
  const { owner, desk, controller, elena, paul, ruth, today } = filling
  const holders = await addHolders(filling)
  const notes = pastNotes(today)
  const payday = paydayNotes(today)
  const numbers = Object.fromEntries(Object.entries(holders).map(([name, { number }]) => [name, number]))
  const all = [...Object.values(notes), ...payday]
  await importHistory(filling, historyFile(all, notes.repaid, numbers as Record<SampleHolder, string>, today))
  await correctPayment(filling, notes)

  const reviewers = [desk, controller]
  const own = { money: 'own', category: 'a5', method: '' }
  const minimum = { member: elena, holder: holders.person, answers: { ...own, amount: dollars(verifyingAmount(2)) } }
  await verify(owner, minimum, reviewers, today)
  const owned = { people: 'Paul Okafor\nAdaeze Okafor', category: 'a8', method: 'letter', isRenewal: true }
  const letter = {
    member: paul,
    holder: holders.company,
    answers: { money: 'own', amount: dollars(amountInTier(2)), ...owned },
  }
  await verify(owner, letter, reviewers, today)
  const couple = {
    ...own,
    amount: dollars(verifyingAmount(1.25)),
    people: 'Ruth Lindqvist\nKarl Lindqvist',
    isJointTest: true,
  }
  await verify(owner, { member: ruth, holder: holders.couple, answers: couple }, [desk], today)

  await enterCoveredPersons(filling)
  await certify(filling, holders.person)

  await renew(filling, notes, holders.company.id)
  await fundNote(filling, holders.person.id)
  await advanceNotes(today)
  await releaseStatements(filling)
  await furnishLastYear(filling)
  await grantAccountant(filling, holders.person.id)
  await addBatch(filling)
  await askForLastPayment(filling)
  await addBankList(filling, paydayList(payday, today))
  await checkSanctions(filling)
  await openSampleOffering(filling, holders.company.id)
}

type Added = { id: string; number: string; kind: HolderKind; name: string }

async function addHolders({ owner, desk, elena, paul, ruth, karl }: Filling): Promise<Record<SampleHolder, Added>> {
  const add = async (kind: HolderKind, name: string, members: Actor[], more: { [key: string]: string }) => {
    const right = kind === 'llc' ? ('manager' as const) : ('owner' as const)
    const { rows } = await owner.query('select id, number from holders where legal_name = $1', [name])
    if (rows[0]) return { ...(rows[0] as { id: string; number: string }), kind, name }
    const named = members.map(({ id }) => ({ userId: id, right }))
    const added = await createHolder(desk, { legalName: name, kind, state: atHome.state, members: named, ...more })
    return { ...added, kind, name }
  }
  return {
    person: await add('individual', 'Elena Marsh', [elena], { address: addressAt('2108 Maple Avenue') }),
    couple: await add('joint_jtwros', 'Ruth Lindqvist and Karl Lindqvist, JTWROS', [ruth, karl], {
      address: addressAt('44 Ridge Drive'),
    }),
    company: await add('llc', 'Okafor Holdings LLC', [paul], { address: addressAt('901 Main Street, Suite 400') }),
    account: await add('sdira', 'Cornerway Trust Company FBO Elena Marsh IRA', [elena], {
      custodianName: 'Cornerway Trust Company',
      statementRhythm: 'annual',
    }),
  }
}

async function importHistory(filling: Filling, content: string): Promise<void> {
  const filename = 'Notes before the portal.csv'
  await approve(filling, { kind: 'register.import', content: { filename } }, async () => {
    const file = new File([content], filename)
    const { check } = await checkImport(filling.desk, { file })
    const reason = 'Signed, and verified on paper, before the fund had the portal.'
    await requestImport(filling.desk, { file, sha256: check.sha256, reason })
  })
  await filling.owner.query(
    "update holders set address_lines = $1 where legal_name like '% Partners LLC' and address_lines is null",
    [addressAt('600 Commerce Street, Suite 5200')],
  )
}

/** The newest payment was recorded with two digits exchanged, reversed, and recorded again. */
async function correctPayment(filling: Filling, { maturing }: PastNotes): Promise<void> {
  const { owner, desk, today } = filling
  const line = paidLines(maturing, today).at(-1)
  const noteId = await noteNumbered(owner, maturing.number)
  if (!line) return
  const payment = { day: line.pay, reference: `ACH ${maturing.number.slice(-4)}-${line.n}` }
  const record = async (amount: bigint) => {
    const content = { noteId, reference: payment.reference, cents: String(amount) }
    await approve(filling, { kind: 'payment.record', content }, () =>
      requestPayment(desk, noteId, { ...payment, amount }),
    )
  }
  await record(line.interestCents - (line.interestCents * 18n) / 100n)
  const { rows } = await owner.query(
    "select id from ledger_entries where note_id = $1 and line_n = $2 and kind = 'payment' order by seq limit 1",
    [noteId, line.n],
  )
  const reversal = { why: 'mistake', day: line.pay }
  const wrong: string = rows[0].id
  await approve(filling, { kind: 'ledger.reverse', subject_id: wrong }, () => requestReversal(desk, wrong, reversal))
  await record(line.interestCents)
}

/** The holder elected another term in time; the fund carried it out after maturity. */
async function renew(filling: Filling, { renewed }: PastNotes, holder_id: string): Promise<void> {
  const { owner, desk, paul } = filling
  const id = await noteNumbered(owner, renewed.number)
  const chosenOn = addDays(addMonths(renewed.terms.issueDate, renewed.terms.termMonths), -30)
  const { rowCount } = await owner.query('select from elections where note_id = $1', [id])
  if (!rowCount) {
    const chosen = { choice: 'other_term', new_term_months: 24, made_at: new Date(`${chosenOn}T16:00:00Z`) } as const
    await elections.insert(owner, { note_id: id, holder_id, made_by: paul.id, ...chosen })
  }
  await approve(filling, { kind: 'note.renew', subject_id: id }, () => requestRenewal(desk, id))
}

/** A new note, from the draft to its funding today. */
async function fundNote(filling: Filling, holderId: string): Promise<void> {
  const { owner, desk, elena, today } = filling
  const whole = verifyingAmount(2)
  const amount = BigInt(whole) * 100n
  // Verified, signed and paid on one day: no signature or funds before the verification.
  const day = today
  const { rows } = await owner.query('select id, state from notes where holder_id = $1 and principal_cents = $2', [
    holderId,
    amount,
  ])
  const { id, state = 'draft' } =
    rows[0] ??
    (await createNote(desk, {
      holderId,
      offering: noteSettings.offering,
      principalCents: amount,
      rateBp: rateFor(whole, 2),
      termMonths: 24,
      payout: payoutFor(whole),
      dayCount: '30/360',
      issueDate: day,
      saleState: atHome.state,
    }))
  if (state === 'draft') await signByAll(desk, id, elena, day)
  const funds = { day, amount, reference: 'WIRE 20417', originator: 'Elena Marsh' }
  await approve(filling, { kind: 'note.fund', subject_id: id }, () => requestFunding(desk, id, funds))
  const documents = await owner.query("select id from documents where user_id = $1 and filename ~ '^Promissory note'", [
    elena.id,
  ])
  for (const document of documents.rows) {
    await fileDocuments(desk, [document.id], { holderId })
    await fileNoteDocument(desk, id, { document: document.id })
  }
}

/** The renewed note's first payment was made last week, and is pending approval. */
async function askForLastPayment({ owner, desk, today }: Filling): Promise<void> {
  const { rows } = await owner.query(
    `select s.note_id, s.pay_date, s.interest_cents::text as cents from schedule_lines s join notes n on n.id = s.note_id
    where n.predecessor_id is not null and s.n = 1`,
  )
  const { note_id, pay_date, cents } = rows[0]
  const day = pay_date > today ? today : pay_date
  const reference = 'ACH 0005-1'
  await askOnce(owner, { kind: 'payment.record', content: { noteId: note_id, reference } }, () =>
    requestPayment(desk, note_id, { day, amount: BigInt(cents), reference }),
  )
}

/** Adds the bank's list of the payday to the administrator's documents, to download and import. */
async function addBankList({ owner, desk }: Filling, content: string): Promise<void> {
  const filename = 'Bank list of the payday.csv'
  const { rows } = await owner.query('select from documents where user_id = $1 and filename = $2', [desk.id, filename])
  if (rows.length > 0) return
  const columns = { user_id: desk.id, filename, category: 'Notices', created_at: new Date() } as const
  await addFile(owner, Buffer.from(content), columns)
}

async function noteNumbered(owner: pg.Client, number: string): Promise<string> {
  const { rows } = await owner.query('select id from notes where number = $1', [number])
  return rows[0].id
}

/** Statements that the accountant has opened. */
const opened = 2

/** An investor shares tax documents, statements and payments with her accountant, who has opened some of them. */
async function grantAccountant({ owner, elena, carla, today }: Filling, holderId: string): Promise<void> {
  const found = await owner.query('select id, accepted_at from grants where holder_id = $1', [holderId])
  const id: string =
    found.rows[0]?.id ??
    (await inviteDelegate(elena, {
      holderId,
      email: carla.email,
      kind: 'accountant',
      ...delegatePresets.accountant,
      until: presetEnd('accountant', today),
    }))
  if (!found.rows[0]?.accepted_at) await acceptInvitation(carla, id)
  const { rowCount } = await owner.query('select from delegate_reads where grant_id = $1', [id])
  if (rowCount) return
  const { holders } = await getShared(carla)
  const from = {
    ip: '203.0.113.20',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36',
  }
  for (const { id } of holders.flatMap(({ documents }) => documents).slice(0, opened))
    await incrementViewCount({ ...carla, from }, id)
}
