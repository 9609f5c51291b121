import { useState } from 'react'
import { formatCents } from '../../../rules/money.ts'
import { dollars, fromCents } from '../../../rules/number.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Category } from '../categories.ts'
import type { OwnAccreditation, OwnVerification } from '../server/own-accreditation.ts'

/** What the first screen shows, as typed. */
export interface Answers {
  money: string
  amount: string
  isRenewal: string
  category: Category
  people: string
  companies: string
  isJointTest: boolean
}

/**
 * @param renewalCents the amount of a renewal that the reader verifies
 * @param typed what was typed into a form that was refused, where the page has been loaded since
 * @returns the answers of the first screen, and a function that changes them
 */
export function useAnswers(
  accreditation: OwnAccreditation,
  holder: NonNullable<OwnAccreditation['holder']>,
  renewalCents: bigint | undefined,
  typed: Readonly<Record<string, string>> | undefined,
) {
  const [answers, change] = useState<Answers>(() => ({
    ...startingAnswers(accreditation, holder, renewalCents),
    ...(typed && typedAnswers(typed, accreditation.categories)),
  }))
  return { answers, set: (changed: Partial<Answers>) => change({ ...answers, ...changed }) }
}

/** @returns the answers of a verification, as the first screen's form sends them */
export function savedAnswers(verification: OwnVerification): Record<string, string> {
  const { isJointTest, ...answers } = answersOf(verification)
  return { ...answers, ...(isJointTest && { isJointTest: '1' }) }
}

function answersOf({ owners, ...kept }: OwnVerification): Answers {
  const named = (isNatural: boolean) =>
    owners
      .filter(owner => owner.isNatural === isNatural)
      .map(({ name }) => name)
      .join('\n')
  return {
    money: kept.isOwnMoney ? 'own' : 'lent',
    amount: fromCents(Number(kept.amountCents)),
    isRenewal: kept.isRenewal ? 'renewal' : 'new',
    category: kept.category,
    people: named(true),
    companies: named(false),
    isJointTest: kept.isJointTest,
  }
}

/**
 * The form's first values: the answers that are being changed; otherwise the minimum, with the known names. For a
 * renewal its amount, unless the answers are about one already.
 */
function startingAnswers(
  { verification, categories, personMinimum, isJoint }: OwnAccreditation,
  { members }: NonNullable<OwnAccreditation['holder']>,
  renewalCents: bigint | undefined,
): Answers {
  const from = verification && canTake(accreditationSteps.submit, verification.state) ? verification : undefined
  const start: Answers = from
    ? answersOf(from)
    : {
        money: '',
        amount: dollars(personMinimum),
        isRenewal: 'new',
        category: categories[0] as Category,
        people: isJoint ? members.join('\n') : '',
        companies: '',
        isJointTest: false,
      }
  if (!renewalCents || from?.isRenewal) return start
  return { ...start, amount: formatCents(renewalCents), isRenewal: 'renewal' }
}

function typedAnswers(typed: Readonly<Record<string, string>>, categories: readonly Category[]): Partial<Answers> {
  const { money = '', amount = '', isRenewal = '', people = '', companies = '', isJointTest } = typed
  const category = categories.find(known => known === typed.category)
  return {
    ...{ money, amount, isRenewal, people, companies, isJointTest: isJointTest !== undefined },
    ...(category && { category }),
  }
}
