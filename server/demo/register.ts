import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { noteSettings } from '../../content/notes.ts'
import type { HolderKind } from '../../rules/holders.ts'
import { addDays, addMonths, type Day } from '../../rules/notes/days.ts'
import type { Actor } from '../access/actor.ts'
import { decideApproval } from '../approvals/decide-approval.ts'
import { createHolder } from '../holders/holders.ts'
import { advanceNotes } from '../notes/advance-notes.ts'
import { createNote } from '../notes/drafts.ts'
import { requestFunding } from '../notes/funding.ts'
import { requestPayment } from '../notes/payments.ts'
import { requestRenewal } from '../notes/renewal.ts'
import { requestReversal } from '../notes/reversals.ts'
import { recordSignature, signNote } from '../notes/sign-note.ts'
import { fundDay } from '../platform/fund-day.ts'
import { checkImport, requestImport } from '../register/import/register-import.ts'
import { verify } from './accreditations.ts'
import { businessDayAgo, historyFile, type PastNotes, paidLines, pastNotes, type SampleHolder } from './note-history.ts'
import { releaseStatements } from './statements.ts'

/** Everything that fills the register works with. */
interface Filling {
  owner: pg.Client
  today: Day
  /** Asks for what takes two people. */
  desk: Actor
  /** Approves it. */
  controller: Actor
  elena: Actor
  paul: Actor
  ruth: Actor
  karl: Actor
}

const emails = {
  desk: 'admin@larkstone.example',
  controller: 'controller@larkstone.example',
  elena: 'elena.marsh@example.com',
  paul: 'paul.okafor@example.com',
  ruth: 'ruth.lindqvist@example.com',
  karl: 'karl.lindqvist@example.com',
}

/**
 * Gives the sample fund two years of its register: holders, notes in their various states, payments, one of them late and
 * one reversed, statements, accreditations, and what waits for a second person. All of it goes through the portal's own
 * operations and is checked by the database as the office's work is; only an election of the past is written directly.
 * Does nothing where there are holders already, or the sample fund's people are missing.
 * @param owner the database's owner; nobody is told of what happened in the past, and no job is left to do
 */
export async function fillRegister(owner: pg.Client, today = fundDay()): Promise<void> {
  const { rows } = await owner.query(
    'select exists (select from holders) or (select count(*) from user_profiles where email = any ($1)) < $2 as skip',
    [Object.values(emails), Object.keys(emails).length],
  )
  if (rows[0].skip) return
  const actors = new Map<string, Actor>()
  for (const [name, email] of Object.entries(emails)) actors.set(name, await actorOf(owner, email))
  const filling = { owner, today, ...(Object.fromEntries(actors) as Record<keyof typeof emails, Actor>) }
  try {
    await fill(filling)
  } finally {
    await owner.query("delete from auth.sessions where user_agent = 'the sample fund'")
    await owner.query('delete from notices where taken_at is null')
    await owner.query(
      "delete from jobs.job where name in ('send-mail', 'send-notices', 'prepare-statements') and state < 'active'",
    )
  }
}

async function fill(filling: Filling): Promise<void> {
  const { owner, desk, controller, elena, paul, ruth, today } = filling
  const holders = await addHolders(filling)
  const notes = pastNotes(today)
  const numbers = Object.fromEntries(Object.entries(holders).map(([name, { number }]) => [name, number]))
  await importHistory(filling, historyFile(notes, numbers as Record<SampleHolder, string>, today))
  await correctPayment(filling, notes)

  const reviewers = [desk, controller]
  const own = { money: 'own', category: 'a5', method: '' }
  const minimum = { member: elena, holder: holders.person, answers: { ...own, amount: '$400,000' } }
  await verify(owner, minimum, reviewers, today)
  const owned = { people: 'Paul Okafor\nAdaeze Okafor', category: 'a8', method: 'letter', isRenewal: true }
  const letter = { member: paul, holder: holders.company, answers: { money: 'own', amount: '$500,000', ...owned } }
  await verify(owner, letter, reviewers, today)
  const couple = { ...own, amount: '$250,000', people: 'Ruth Lindqvist\nKarl Lindqvist', isJointTest: true }
  await verify(owner, { member: ruth, holder: holders.couple, answers: couple }, [desk], today)

  await renew(filling, notes)
  await fundNote(filling, holders.person.id)
  await advanceNotes(today)
  await releaseStatements(filling)
  await askForLastPayment(filling)
}

async function actorOf(owner: pg.Client, email: string): Promise<Actor> {
  const { rows } = await owner.query(
    'select id, full_name, organization, is_admin from user_profiles where email = $1',
    [email],
  )
  const { id, full_name, organization, is_admin } = rows[0]
  // What takes fresh proof asks for a session that has just begun.
  const session = await owner.query(
    `insert into auth.sessions (user_id, token, expires_at, user_agent)
    values ($1, $2, now() + interval '10 minutes', 'the sample fund') returning id`,
    [id, randomBytes(24).toString('base64url')],
  )
  return { id, email, fullName: full_name, organization, isAdmin: is_admin, sessionId: session.rows[0].id }
}

type Added = { id: string; number: string; kind: HolderKind; name: string }

async function addHolders({ desk, elena, paul, ruth, karl }: Filling): Promise<Record<SampleHolder, Added>> {
  const add = async (kind: HolderKind, name: string, members: Actor[], more: { [key: string]: string }) => {
    const right = kind === 'llc' ? ('manager' as const) : ('owner' as const)
    const named = members.map(({ id }) => ({ userId: id, right }))
    const added = await createHolder(desk, { legalName: name, kind, state: 'TX', members: named, ...more })
    return { ...added, kind, name }
  }
  return {
    person: await add('individual', 'Elena Marsh', [elena], { address: '2108 Hartford Road\nAustin, TX 78703' }),
    couple: await add('joint_jtwros', 'Ruth Lindqvist and Karl Lindqvist, JTWROS', [ruth, karl], {
      address: '44 Canyon Rim Drive\nSan Antonio, TX 78232',
    }),
    company: await add('llc', 'Okafor Holdings LLC', [paul], { address: '901 Louisiana Street\nHouston, TX 77002' }),
    account: await add('sdira', 'Bluebonnet Trust Company FBO Elena Marsh IRA', [elena], {
      ...{ custodianName: 'Bluebonnet Trust Company', statementRhythm: 'annual' },
    }),
  }
}

async function importHistory({ owner, desk, controller }: Filling, content: string): Promise<void> {
  const { sha256 } = await checkImport(desk, content)
  await requestImport(desk, { filename: 'Notes before the portal.csv', content, sha256 })
  const { rows } = await owner.query("select id from approvals where kind = 'register.import' and decision is null")
  await decideApproval(controller, rows[0].id, 'approved')
}

/** The newest payment was recorded with two digits exchanged, reversed, and recorded again. */
async function correctPayment({ owner, desk, controller, today }: Filling, { maturing }: PastNotes): Promise<void> {
  const line = paidLines(maturing, today).at(-1)
  const id = await noteNumbered(owner, maturing.number)
  if (!line) return
  const payment = { day: line.pay, reference: `ACH ${maturing.number.slice(-4)}-${line.n}` }
  const record = async (amount: bigint) =>
    decideApproval(controller, await requestPayment(desk, id, { ...payment, amount }), 'approved')
  await record(line.interestCents - 450_00n)
  const { rows } = await owner.query(
    "select id from ledger_entries where note_id = $1 and line_n = $2 and kind = 'payment'",
    [id, line.n],
  )
  const reversal = { why: 'mistake', day: line.pay }
  await decideApproval(controller, await requestReversal(desk, rows[0].id, reversal), 'approved')
  await record(line.interestCents)
}

/** The holder chose another term while the election was open; the fund carried it out once the note had matured. */
async function renew({ owner, desk, controller, paul }: Filling, { renewed }: PastNotes): Promise<void> {
  const id = await noteNumbered(owner, renewed.number)
  const chosenOn = addDays(addMonths(renewed.terms.issueDate, renewed.terms.termMonths), -30)
  await owner.query(
    `insert into elections (id, note_id, holder_id, choice, new_term_months, made_by, made_at, is_late)
    select $1, id, holder_id, 'other_term', 24, $3, $4, false from notes where id = $2`,
    [randomUUID(), id, paul.id, new Date(`${chosenOn}T16:00:00Z`)],
  )
  await decideApproval(controller, await requestRenewal(desk, id), 'approved')
}

/** A new note, from the draft to the arrival of its money a few days ago. */
async function fundNote({ desk, controller, elena, today }: Filling, holderId: string): Promise<void> {
  const amount = 400_000_00n
  const day = businessDayAgo(today, 9)
  const { id } = await createNote(desk, {
    ...{ holderId, offering: noteSettings.offering, principalCents: amount, rateBp: 1300, termMonths: 24 },
    ...{ payout: 'monthly', dayCount: '30/360', issueDate: day, saleState: 'TX' },
  })
  await recordSignature(desk, id, { userId: elena.id, signedOn: businessDayAgo(today, 14) })
  await signNote(desk, id)
  const funds = { day, amount, reference: 'WIRE 20417', originator: 'Elena Marsh' }
  await decideApproval(controller, await requestFunding(desk, id, funds), 'approved')
}

/** The renewed note's first payment was made last week, and waits for a second person to confirm it. */
async function askForLastPayment({ owner, desk, today }: Filling): Promise<void> {
  const { rows } = await owner.query(
    `select s.note_id, s.pay_date, s.interest_cents::text as cents from schedule_lines s join notes n on n.id = s.note_id
    where n.predecessor_id is not null and s.n = 1`,
  )
  const { note_id, pay_date, cents } = rows[0]
  const day = pay_date > today ? today : pay_date
  await requestPayment(desk, note_id, { day, amount: BigInt(cents), reference: 'ACH 0005-1' })
}

async function noteNumbered(owner: pg.Client, number: string): Promise<string> {
  const { rows } = await owner.query('select id from notes where number = $1', [number])
  return rows[0].id
}
