import type { BankChoice } from '../../../../../server/notes/confirm-bank-lines.ts'
import type { BankMatch } from '../../../../../server/notes/match-payments.ts'
import type { OpenBankLine, Uncleared } from '../../../../../server/notes/propose-matches.ts'

/** What a line of the bank's may be, as the value of a form's field. */
export const choiceOf = {
  pay: (lineId: string, { parts }: BankMatch) =>
    `${lineId} pay ${parts.map(({ noteId, cents, withheld }) => `${noteId}:${cents}${withheld > 0n ? `:${withheld}` : ''}`).join()}`,
  clear: (lineId: string, { entryIds }: Uncleared) => `${lineId} clear ${entryIds.join()}`,
  is: (lineId: string, what: string) => `${lineId} is ${what}`,
}

/**
 * @returns what is selected already for a line: what is recorded, where the bank's text names it; else the only payment that it
 *   names; else what it sounds like. Empty where somebody has to say
 */
export function choiceFor({ id, likely, isNamed, matches, sounds }: OpenBankLine): string {
  const [match] = matches
  if (likely) return choiceOf.clear(id, likely)
  if (isNamed && match) return choiceOf.pay(id, match)
  return sounds ? choiceOf.is(id, sounds) : ''
}

/** The reverse of `choiceOf`. What isn't one is a choice that the operation refuses. */
export function readChoice(value: string): BankChoice {
  const [lineId = '', how, what = ''] = value.split(' ')
  if (how === 'clear') return { lineId, clear: what.split(',') }
  if (how !== 'pay') return { lineId, is: what }
  const pay = what.split(',').map(part => {
    const [, noteId = '', cents = '0', withheld = '0'] = /^([^:]+):(\d{1,15})(?::(\d{1,15}))?$/.exec(part) ?? []
    return { noteId, cents: BigInt(cents), withheld: BigInt(withheld) }
  })
  return { lineId, pay }
}
