import type { BankMatch, BankProposal } from '../../../../../server/notes/match-bank-list.ts'

/** @returns a confirmed match, as the value of a form's field */
export function writePayment({ day, cents, reference }: BankProposal, { noteId }: BankMatch): string {
  return [noteId, day, cents, reference].join(' ')
}

/** The reverse of `writePayment`. What isn't one is a payment that the operation refuses. */
export function readPayment(value: string): { noteId: string; day: string; amount: bigint; reference: string } {
  const [, noteId = '', day = '', cents = '0', reference = ''] = /^(\S+) (\S+) (\d{1,15}) (.*)$/s.exec(value) ?? []
  return { noteId, day, amount: BigInt(cents), reference }
}
