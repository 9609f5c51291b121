import { accreditation as switches } from '../../../content/accreditation.ts'
import type { ValuesOf } from '../../../rules/commands/command.ts'
import { parseCents } from '../../../rules/money.ts'
import { oneLine } from '../../../rules/text.ts'
import { camelRow } from '../../../server/database/camel.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderFacts } from '../../holders/server/holder-facts.ts'
import {
  type Category,
  categoriesOf,
  hasJointTest,
  isJoint,
  isVerifiedByOwners,
  mayHaveCompanies,
  whyNotByOwners,
} from '../categories.ts'
import type { Owner } from '../high-minimum.ts'
import { type Method, methods, methodsFor } from '../methods.ts'
import { areAllAmong } from '../names.ts'
import type { saveAccreditationCommand } from '../own.commands.ts'
import { type EarlierVerification, saleOf } from './accreditation.ts'

type TypedAnswers = Omit<ValuesOf<typeof saveAccreditationCommand>, 'holderId'>

/** The wizard's answers, as the table's columns. */
export interface AnswerColumns {
  category: Category
  method: Method
  amount_cents: bigint
  is_own_money: boolean
  is_renewal: boolean
  is_joint_test: boolean
  owners: Owner[]
  earlier_id: string | null
  verified_on: string | null
}

const mostOwners = 50
const longestName = 200

/**
 * @param earlier a verification still in force, if there is one
 * @param before the method that was chosen before
 * @returns the answers as the table keeps them
 */
export function readAnswers(
  typed: TypedAnswers,
  holder: Pick<HolderFacts, 'kind'>,
  earlier: EarlierVerification | undefined,
  before?: Method,
): AnswerColumns {
  if (typed.money !== 'own' && typed.money !== 'lent') throw new PortalError('ACCREDITATION_MONEY')
  const category = categoriesOf(holder.kind, switches).find(known => known === typed.category)
  const whyNot = typed.category === 'a8' ? whyNotByOwners(holder.kind, switches) : undefined
  if (!category) throw new PortalError('ACCREDITATION_CATEGORY', whyNot === undefined ? {} : { sentence: whyNot })
  const amount_cents = readAmount(typed.amount)
  if (!amount_cents) throw new PortalError('ACCREDITATION_AMOUNT')
  const answers = {
    category,
    amount_cents,
    is_own_money: typed.money === 'own',
    is_renewal: typed.isRenewal,
    is_joint_test: hasJointTest(holder.kind, category) && typed.isJointTest,
    owners: isVerifiedByOwners(holder.kind, category)
      ? readOwners(mayHaveCompanies(holder.kind, category) ? typed : { ...typed, companies: '' })
      : [],
  }
  const fewest = isJoint(holder.kind) ? 2 : isVerifiedByOwners(holder.kind, category) ? 1 : 0
  if (new Set(answers.owners.map(({ name }) => name)).size < fewest) {
    throw new PortalError('ACCREDITATION_OWNERS')
  }
  const sale = saleOf(camelRow({ ...answers, amount_cents: Number(amount_cents) }), holder)
  const offered = methodsFor(sale, earlier !== undefined && areAllAmong(sale.owners, earlier.people), switches).methods
  const possible = answers.is_own_money ? offered : offered.filter(method => method !== 'high_minimum')
  const usual = possible.find(method => method === before) ?? possible[0]
  const chosen = typed.method ? methods.find(known => known === typed.method) : usual
  if (chosen === 'high_minimum' && !answers.is_own_money) throw new PortalError('ACCREDITATION_LENT')
  if (!chosen || !possible.includes(chosen)) throw new PortalError('ACCREDITATION_METHOD')
  const rests = chosen === 'earlier' ? earlier : undefined
  return { ...answers, method: chosen, earlier_id: rests?.id ?? null, verified_on: rests?.verifiedOn ?? null }
}

function readOwners({ people, companies }: TypedAnswers): Owner[] {
  const named = (text: string, isNatural: boolean) =>
    text
      .split('\n')
      .map(oneLine)
      .filter(Boolean)
      .map(name => ({ name, isNatural }))
  const owners = [...named(people, true), ...named(companies, false)]
  if (owners.length > mostOwners || owners.some(({ name }) => name.length > longestName)) {
    throw new PortalError('ACCREDITATION_OWNERS_LONG')
  }
  return owners
}

/** A trillion dollars: anything above is a typo. */
const mostCents = 100_000_000_000_000n

/** @returns a typed investment amount in cents; undefined if invalid */
function readAmount(typed: string): bigint | undefined {
  const cents = parseCents(typed)
  return cents && cents > 0n && cents <= mostCents ? cents : undefined
}
