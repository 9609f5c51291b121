import type { OpenBankLine } from '../../../notes/server/propose-matches.ts'
import { bankChoiceOf } from '../../bank-choice.ts'

/**
 * @returns the preselected match of a line: the recorded one, where the bank's text names it; else the only payment
 *   that it names; else the likely kind. Empty where a person has to choose
 */
export function choiceFor({ id, likely, isNamed, matches, sounds }: OpenBankLine): string {
  const [match] = matches
  if (likely) return bankChoiceOf.clear(id, likely)
  if (isNamed && match) return bankChoiceOf.pay(id, match)
  return sounds ? bankChoiceOf.is(id, sounds) : ''
}
