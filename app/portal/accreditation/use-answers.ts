import { useState } from 'react'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { fund } from '../../../content/fund.ts'
import { representations } from '../../../content/representations.ts'
import { readAmount } from '../../../rules/accreditation/amount.ts'
import { type Category, hasJointTest, mayHaveCompanies } from '../../../rules/accreditation/categories.ts'
import { needsNoDocuments } from '../../../rules/accreditation/evidence-kinds.ts'
import type { Sale } from '../../../rules/accreditation/high-minimum.ts'
import { type Method, methodsFor } from '../../../rules/accreditation/methods.ts'
import { areAllAmong } from '../../../rules/accreditation/names.ts'
import { representationText } from '../../../rules/accreditation/representation.ts'
import { formatCents } from '../../../rules/notes/money.ts'
import { dollars, fromCents } from '../../../rules/number.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { OwnAccreditation } from '../../../server/accreditation/own-accreditation.ts'

/** What the wizard's form shows, as typed. */
export interface Answers {
  money: string
  amount: string
  renewal: string
  category: Category
  people: string
  companies: string
  joint: boolean
  /** As chosen; empty for the one that asks least. */
  method: Method | ''
}

/**
 * @param renewalCents what a note is renewed for, where the reader comes to verify that
 * @param typed what was typed into a form that was refused, where the page has been loaded since
 * @returns the answers, and what follows from them, as the server will see it
 */
export function useAnswers(
  accreditation: OwnAccreditation,
  holder: NonNullable<OwnAccreditation['holder']>,
  renewalCents: bigint | undefined,
  typed: Record<string, string> | undefined,
) {
  const { categories, earlier, fundYear } = accreditation
  const [answers, change] = useState<Answers>(() => ({
    ...startingAnswers(accreditation, holder, renewalCents),
    ...(typed && typedAnswers(typed, categories)),
  }))
  const sale: Sale = {
    kind: holder.kind,
    category: answers.category,
    principalCents: readAmount(answers.amount) ?? 0n,
    owners: [
      ...owners(answers.people, true),
      ...(mayHaveCompanies(holder.kind, answers.category) ? owners(answers.companies, false) : []),
    ],
    isJointTest: answers.joint && hasJointTest(holder.kind, answers.category),
    isRenewal: answers.renewal === 'renewal',
  }
  const { highMinimum, methods: offered } = methodsFor(
    sale,
    earlier !== null && areAllAmong(sale.owners, earlier.people),
    switches,
  )
  const methods = answers.money === 'lent' ? offered.filter(one => one !== 'high_minimum') : offered
  const method = methods.find(one => one === answers.method) ?? methods[0] ?? 'other'
  const needsNothing = answers.money !== '' && needsNoDocuments(method)
  const facts = {
    holder: holder.legalName,
    fund: fund.name,
    sale,
    method,
    minimumCents: highMinimum.minimumCents,
    year: fundYear,
    verified: method === 'earlier' ? earlier?.words : undefined,
  }
  return {
    answers,
    set: (changed: Partial<Answers>) => change({ ...answers, ...changed }),
    sale,
    methods,
    method,
    highMinimum,
    text: needsNothing && sale.principalCents > 0n ? representationText(facts, representations) : undefined,
  }
}

/**
 * What the form starts with: what is being changed; otherwise the least, with the names that we know. For a renewal its
 * amount, unless the answers are about one already.
 */
function startingAnswers(
  { verification, categories, personMinimum, isJoint }: OwnAccreditation,
  { members }: NonNullable<OwnAccreditation['holder']>,
  renewalCents: bigint | undefined,
): Answers {
  const from = verification && canTake(accreditationSteps.submit, verification.state) ? verification : undefined
  const renewed = from?.isRenewal ? undefined : renewalCents
  const named = (isNatural: boolean) =>
    (from?.owners ?? [])
      .filter(owner => owner.isNatural === isNatural)
      .map(({ name }) => name)
      .join('\n')
  return {
    money: from ? (from.isOwnMoney ? 'own' : 'lent') : '',
    amount: renewed ? formatCents(renewed) : from ? fromCents(Number(from.amountCents)) : dollars(personMinimum),
    renewal: renewed || from?.isRenewal ? 'renewal' : 'new',
    category: from?.category ?? (categories[0] as Category),
    people: from || !isJoint ? named(true) : members.join('\n'),
    companies: named(false),
    joint: from?.isJointTest ?? false,
    method: from?.method ?? '',
  }
}

function typedAnswers(typed: Record<string, string>, categories: readonly Category[]): Partial<Answers> {
  const { money = '', amount = '', renewal = '', people = '', companies = '', joint, method = '' } = typed
  const category = categories.find(known => known === typed.category)
  return {
    money,
    amount,
    renewal,
    people,
    companies,
    joint: joint === 'on',
    method: method as Answers['method'],
    ...(category && { category }),
  }
}

function owners(text: string, isNatural: boolean) {
  return text
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map(name => ({ name, isNatural }))
}
