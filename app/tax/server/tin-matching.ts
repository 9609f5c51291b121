import { type SqlBool, sql, type Transaction } from 'kysely'
import { canTake, taxProfileSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { perform, type Work } from '../../../server/access/perform.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { decodeText } from '../../../server/tables/decode-text.ts'
import { revealNumbers } from '../../holders/server/number-vault.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import type { TaxState } from '../profile.ts'
import type { TinKind } from '../tin.ts'
import { readTinResultsCommand } from '../tin-matching.commands.ts'
import { type MatchingCode, matchedState, matchingAccount } from '../tin-matching.ts'
import { type MatchingRequest, matchingFile, matchingLines } from './matching-file.ts'
import { readMatchingResults } from './read-matching-results.ts'

/** The numbers to send to the IRS: those not sent yet, or all that are on file with a W-9. */
export const matchingChoices = ['new', 'all'] as const
export type MatchingChoice = (typeof matchingChoices)[number]

interface Requested {
  number: string
  number_id: string
  name: string
  kind: TinKind
}

/**
 * Makes the file for the IRS's bulk TIN Matching. It has whole tax numbers: each is revealed by the vault, which writes it
 * into the log.
 * @returns the file's text, and how many numbers it has
 */
export async function exportTinMatching(
  actor: Actor,
  which: MatchingChoice,
): Promise<{ content: MadeFile<string>; numbers: number }> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(actor, async tx => {
    const requested = await findRequest(tx, which)
    if (requested.length === 0) throw new PortalError('TIN_NONE_TO_MATCH')
    const digits = await revealNumbers(
      tx,
      actor,
      requested.map(({ number_id }) => number_id),
    )
    const requests = requested.flatMap(({ number, number_id, name, kind }): MatchingRequest[] => {
      const whole = digits.get(number_id)
      return whole ? [{ digits: whole, kind, name, account: matchingAccount(number, number_id) }] : []
    })
    await audit(tx, actor, 'tax.matching_exported', actor.id, { numbers: requests.length, which })
    const content = madeFile({ proof: 'fresh', entry: 'tax.matching_exported' }, matchingFile(requests))
    return { content, numbers: requests.length }
  })
}

async function findRequest(tx: Transaction<Database>, which: MatchingChoice): Promise<Requested[]> {
  const isRequested = which === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`p.state = 'provided' and p.checked_on is null`
  const { rows } = await sql<Requested>`
    select h.number, p.number_id, p.name_line1 as name, p.tin_kind as kind
    from tax_profiles p join holders h on h.id = p.holder_id
    where p.form = 'w9' and p.number_id is not null and ${isRequested}
    order by h.number limit ${matchingLines}`.execute(tx)
  return rows
}

/** What became of an answer file. */
export interface MatchingOutcome {
  matched: number
  mismatched: number
  /** Requests that the IRS didn't answer: invalid or duplicate ones. */
  unanswered: string[]
  /** Accounts of numbers that were replaced since, or that no one here has. */
  unknown: string[]
  /** Lines that can't be read. */
  unread: number[]
}

/**
 * Records what the IRS has answered: each number that is still in force becomes matched or mismatched. A number after a
 * B-notice stays in that state, since a new form has to come first; the answer is stored beside it.
 */
export const readTinResults = perform(
  readTinResultsCommand,
  async (work, _, { file }): Promise<{ outcome: MatchingOutcome }> => {
    const { tx, actor, refuse, audit } = work
    const { answers, unread } = readMatchingResults(decodeText(new Uint8Array(await file.arrayBuffer())))
    if (answers.length === 0) throw refuse('TIN_FILE')
    const known = await lockAnswered(tx)
    const outcome: MatchingOutcome = { matched: 0, mismatched: 0, unanswered: [], unknown: [], unread }
    for (const { account, code } of answers) {
      const profile = known.get(account)
      if (!profile) outcome.unknown.push(account)
      else await recordAnswer(work, profile, { account, code }, outcome)
    }
    const { matched, mismatched } = outcome
    await audit('tax.matching_read', actor.id, { matched, mismatched, lines: answers.length })
    return { outcome }
  },
  { before: requireFreshProof },
)

interface Answered {
  id: string
  holder_id: string
  state: TaxState
}

/** @returns the profiles with a number, by their account in the file */
async function lockAnswered(tx: Transaction<Database>): Promise<Map<string, Answered>> {
  const { rows } = await sql<Answered & { number: string; number_id: string }>`
    select p.id, p.holder_id, p.state, p.number_id, h.number from tax_profiles p join holders h on h.id = p.holder_id
    where p.number_id is not null order by p.id for update of p`.execute(tx)
  return new Map(rows.map(row => [matchingAccount(row.number, row.number_id), row]))
}

async function recordAnswer(
  { tx, audit }: Work<typeof readTinResultsCommand>,
  { id, holder_id, state }: Answered,
  { account, code }: { account: string; code: MatchingCode },
  outcome: MatchingOutcome,
): Promise<void> {
  const to = matchedState(code)
  if (!to) {
    outcome.unanswered.push(account)
    return
  }
  outcome[to]++
  const step = to === 'matched' ? taxProfileSteps.match : taxProfileSteps.mismatch
  await tx
    .updateTable('tax_profiles')
    .set({
      match_code: code,
      checked_on: fundDay(),
      updated_at: sql<Date>`now()`,
      ...(canTake(step, state) && { state: to }),
    })
    .where('id', '=', id)
    .execute()
  await audit(to === 'matched' ? 'tax.number_matched' : 'tax.number_mismatched', holder_id, { code })
}
