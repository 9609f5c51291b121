import { calculator as texts } from '../../../content/calculator.ts'
import type { NoteInWords } from '../../../content/types.ts'
import { fromCents } from '../../../rules/number.ts'
import { type Note, returnsOf } from '../../../rules/returns.ts'

/** @returns a note's figures, written out for the sentences about it */
export function noteInWords(note: Note): NoteInWords {
  const { rate, schedule } = returnsOf(note)
  return {
    amount: fromCents(note.amount * 100),
    years: note.years,
    rate: `${rate.value}%`,
    payment: fromCents(schedule[0]?.interestCents ?? 0),
    each: texts.payout.each[note.payout],
  }
}
