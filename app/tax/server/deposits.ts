import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay, partsOf } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { assertId } from '../../../server/access/ids.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { cash, taxWithheld } from '../../ledger/ledger-accounts.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes, movement, postEntry } from '../../ledger/server/post-entry.ts'
import { idOf } from '../../notes/server/payments.ts'
import { postMirror, readEntries } from '../../notes/server/reversible.ts'
import { recordDepositCommand, reverseDepositCommand } from '../deposit.commands.ts'

interface DepositContent {
  year: number
  day: string
  cents: string
  reference: string
  /** The amount left to deposit after it; below zero, the excess. */
  left: string
}

interface DepositReversalContent extends Omit<DepositContent, 'left'> {
  reason: string
}

/** @returns what was withheld of a year's payments and isn't deposited, in cents; below zero where more was */
async function leftToDeposit(tx: Transaction<Database>, year: number): Promise<bigint> {
  const { rows } = await sql<{ cents: string }>`select app.tax_to_deposit(${year}::integer)::text as cents`.execute(tx)
  return toCents(rows[0]?.cents ?? 0)
}

/**
 * The key says the year: `app.tax_to_deposit` and `getWithholding` read it there.
 * @returns the key of a deposit's entry
 * @throws PortalError TAX_DEPOSIT_TWICE where it is in the books
 */
async function keyFor(
  tx: Transaction<Database>,
  { year, day, cents, reference }: Omit<DepositContent, 'left'>,
): Promise<string> {
  const hash = createHash('sha256').update(reference.toLowerCase()).digest('hex').slice(0, 32)
  const base = `deposit:${year}:${day}:${cents}:${hash}`
  const { rows } = await sql<{ reversed: boolean }>`
    select exists (select from ledger_entries r where r.reverses = e.id) as reversed
    from ledger_entries e where e.kind = 'tax_deposit' and starts_with(e.idempotency_key, ${`${base}#`})`.execute(tx)
  if (rows.some(({ reversed }) => !reversed)) throw new PortalError('TAX_DEPOSIT_TWICE')
  return `${base}#${rows.length}`
}

async function readDeposit(tx: Transaction<Database>, entryId: string) {
  const [entry] = await readEntries(tx, [entryId])
  if (entry?.kind !== 'tax_deposit') throw new PortalError('NOT_FOUND')
  const mirror = await tx.selectFrom('ledger_entries').select('id').where('reverses', '=', entryId).executeTakeFirst()
  if (mirror) throw new PortalError('TAX_DEPOSIT_GONE')
  const [, year] = entry.idempotencyKey.split(':')
  return { entry, day: entry.relatesTo, cents: entry.cents, reference: entry.reference ?? '', year: Number(year) }
}

const link = () => href('/profile/admin/tax/withholding')
const codes = { ...ledgerCodes, ledger_entries_reverses_key: 'TAX_DEPOSIT_GONE' } as const

/** Records a deposit of tax that was withheld, with the IRS (26 USC 6302; Instructions for Form 945, "Depositing Withheld Taxes"). */
export const requestDeposit = requestCommand(recordDepositCommand, {
  async ask({ tx, refuse }, _, { amount, reference, confirmedAmount, ...typed }): Promise<Requested<DepositContent>> {
    const [year, day] = [Number(typed.year), assertPastDay(typed.day)]
    if (![0, 1].includes(partsOf(day).year - year)) throw refuse('TAX_DEPOSIT_YEAR')
    const key = await keyFor(tx, { year, day, cents: String(amount), reference })
    const owed = await leftToDeposit(tx, year)
    if (amount > owed && confirmedAmount !== String(amount)) {
      const sentence = `${formatCents(owed > 0n ? owed : 0n, true)} is left to deposit for ${year}. If ${formatCents(amount, true)} was deposited, confirm it, and submit again.`
      throw refuse('TAX_DEPOSIT_OVER', { sentence })
    }
    const content: DepositContent = { year, day, cents: String(amount), reference, left: String(owed - amount) }
    const summary = `Deposit of ${formatCents(amount)} with the IRS for ${year}, made on ${formatDay(day)}`
    return { subjectId: idOf(key), holderId: null, content, summary }
  },
  title: 'Tax deposit',
  describe: ({ year, day, cents, reference, left }) => [
    `${formatCents(BigInt(cents), true)} of tax withheld in ${year} was deposited with the IRS on ${formatDay(day)}.`,
    BigInt(left) < 0n
      ? `That is ${formatCents(-BigInt(left), true)} more than what was left to deposit for ${year}.`
      : `${formatCents(BigInt(left), true)} is left to deposit for ${year}.`,
    `The EFT number is ${reference}.`,
  ],
  async apply({ tx, refuse, audit }, { id, content }) {
    const { year, day, cents, reference, left } = content
    await sql`select pg_advisory_xact_lock(hashtextextended('tax deposits', 0))`.execute(tx)
    const key = await keyFor(tx, content)
    const amount = BigInt(cents)
    const isOver = (left: bigint) => left < 0n
    if (isOver((await leftToDeposit(tx, year)) - amount) !== isOver(BigInt(left))) throw refuse('TAX_DEPOSIT_CHANGED')
    const lines = movement(taxWithheld, cash, amount)
    const fund = { noteId: null, holderId: null }
    const entryId = await postEntry(tx, { ...fund, kind: 'tax_deposit', day, lines, key, reference, approvalId: id })
    await audit('tax.deposited', entryId, { year, day, cents, reference, approval_id: id })
  },
  link,
  codes,
})

/** Reverses a deposit that was recorded by mistake: an entry that mirrors it is written, on its own day. */
export const requestDepositReversal = requestCommand(reverseDepositCommand, {
  async ask({ tx }, entryId, { reason }): Promise<Requested<DepositReversalContent>> {
    const id = assertId(entryId)
    const { day, cents, reference, year } = await readDeposit(tx, id)
    const content: DepositReversalContent = { year, day, cents: String(cents), reference, reason }
    const summary = `Reverse the deposit of ${formatCents(cents)} with the IRS for ${year}, made on ${formatDay(day)}`
    return { subjectId: id, holderId: null, content, summary }
  },
  title: 'Reversal of a tax deposit',
  describe: ({ year, day, cents, reference, reason }) => [
    `The deposit of ${formatCents(BigInt(cents), true)} for ${year}, made on ${formatDay(day)}, is reversed: it was recorded by mistake.`,
    `The reason: ${reason}`,
    `The EFT number was ${reference}.`,
  ],
  async apply({ tx, audit }, { id, subjectId, content }) {
    const { entry, day, cents, year } = await readDeposit(tx, subjectId)
    await postMirror(tx, entry, { kind: 'reversal', day, approvalId: id })
    const facts = { year, day, cents: String(cents), reason: content.reason, approval_id: id }
    await audit('tax.deposit_reversed', subjectId, facts)
  },
  link,
  codes,
})
