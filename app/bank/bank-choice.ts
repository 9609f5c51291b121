import type { Cents } from '../../rules/money.ts'

/** A person's resolution of a bank line: payments to record, ledger entries, or an explanation without a note. */
export type BankChoice = { lineId: string } & (
  | { pay: readonly PaidPart[] }
  | { clear: readonly string[] }
  | { is: string }
)

/** A payment shown by a line: the line's part, and tax withheld, which isn't in the line. Cents. */
export interface PaidPart {
  noteId: string
  cents: Cents
  withheld?: Cents
}

/** A line's possible resolutions, as values of a form's field. */
export const bankChoiceOf = {
  pay: (lineId: string, { parts }: { parts: readonly PaidPart[] }) =>
    `${lineId} pay ${parts.map(({ noteId, cents, withheld = 0n }) => `${noteId}:${cents}${withheld > 0n ? `:${withheld}` : ''}`).join()}`,
  clear: (lineId: string, { entryIds }: { entryIds: readonly string[] }) => `${lineId} clear ${entryIds.join()}`,
  is: (lineId: string, what: string) => `${lineId} is ${what}`,
}

/** The reverse of `bankChoiceOf`. An invalid value becomes a choice that the operation refuses. */
export function readBankChoice(value: string): BankChoice {
  const [lineId = '', how, what = ''] = value.split(' ')
  if (how === 'clear') return { lineId, clear: what.split(',') }
  if (how !== 'pay') return { lineId, is: what }
  const pay = what.split(',').map(part => {
    const [, noteId = '', cents = '0', withheld = '0'] = /^([^:]+):(\d{1,15})(?::(\d{1,15}))?$/.exec(part) ?? []
    return { noteId, cents: BigInt(cents), withheld: BigInt(withheld) }
  })
  return { lineId, pay }
}
