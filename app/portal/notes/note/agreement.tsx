import type { ReactNode } from 'react'
import { formatCents, formatRate } from '../../../../rules/notes/money.ts'
import { conventionWords, dayCountWords, payoutWords } from '../../../../rules/notes/words.ts'
import type { NotePageData } from '../../../../server/holdings/note-page.ts'
import { Day } from '../days.tsx'
import style from './note-page.module.css'

/** The terms as they were signed. */
export function Agreement({ note, agreement }: Pick<NotePageData, 'note' | 'agreement'>) {
  const { issueDate, maturityDate, holder, offering } = note
  // What came by import was signed, but not here; a note that continues another one wasn't.
  const elsewhere = !agreement.predecessor && 'Before it was entered here'
  const signed = agreement.signedOn ? <Day key="signed" day={agreement.signedOn} /> : elsewhere
  const rows: [string, ReactNode][] = [
    ['Holder', `${holder.name} (${holder.number})`],
    ['Offering', offering],
    ['Principal', formatCents(note.principalCents)],
    ['Rate', `${formatRate(note.rateBp)} a year, ${payoutWords[note.payout]}`],
    ['Term', `${note.termMonths} months`],
    ['Issued', issueDate && <Day day={issueDate} />],
    ['First payment', agreement.firstPaymentDate && <Day day={agreement.firstPaymentDate} />],
    ['Maturity', maturityDate && <Day day={maturityDate} />],
    ['Day count', dayCountWords[agreement.dayCount]],
    ['Paid on weekends and holidays', conventionWords[agreement.convention]],
    ['Rate if a payment is late', agreement.defaultRateBp !== null && `${formatRate(agreement.defaultRateBp)} a year`],
    ['Early repayment', agreement.earlyRedemption],
    ['Paid to', agreement.payee],
    ['Signed', signed],
    ['Fingerprint of these terms', agreement.sha256 && <code className={style.hash}>{agreement.sha256}</code>],
  ]
  return (
    <>
      <dl className={style.agreement}>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {agreement.clauses?.map(sentence => (
        <p key={sentence} className={style.quiet}>
          {sentence}
        </p>
      ))}
    </>
  )
}
