import { bankChoiceOf } from '../../../../../rules/bank-choice.ts'
import type { OpenBankLine } from '../../../../../server/notes/propose-matches.ts'

/**
 * @returns what is selected already for a line: what is recorded, where the bank's text names it; else the only payment that it
 *   names; else what it sounds like. Empty where someone has to say
 */
export function choiceFor({ id, likely, isNamed, matches, sounds }: OpenBankLine): string {
  const [match] = matches
  if (likely) return bankChoiceOf.clear(id, likely)
  if (isNamed && match) return bankChoiceOf.pay(id, match)
  return sounds ? bankChoiceOf.is(id, sounds) : ''
}
