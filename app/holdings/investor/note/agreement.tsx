import type { ReactNode } from 'react'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { conventionWords, dayCountWords, payoutWords } from '../../../notes/words.ts'
import { WholeCodes } from '../../../shell/ui/whole-codes.tsx'
import type { NotePageData } from '../../server/note-page.ts'
import { Day } from '../days.tsx'
import style from './note-page.module.css'

type Agreed = Pick<NotePageData, 'note' | 'agreement'>

export function Agreement({ note, agreement }: Agreed) {
  const { sha256, clauses } = agreement
  const rows = agreedRows({ note, agreement })
  return (
    <>
      <dl className={`facts stack double-above tabular ${style.agreement}`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {clauses?.map(sentence => (
        <p key={sentence} className={style.quiet}>
          {sentence}
        </p>
      ))}
      {sha256 && (
        <details className={style.quiet}>
          <summary>Fingerprint of these terms</summary>
          <p>
            The SHA-256 of what was signed: it shows that not a letter has changed since.{' '}
            <code className="fine breakable">{sha256}</code>
          </p>
        </details>
      )}
    </>
  )
}

/** @returns the names and values of a note's terms, without those it lacks */
export function agreedRows({ note, agreement }: Agreed): [name: string, value: ReactNode][] {
  const { issueDate, maturityDate, holder, offering } = note
  // Imported notes were signed elsewhere; a note that continues another one wasn't signed.
  const elsewhere = !agreement.predecessor && 'Before it was entered here'
  const signed = agreement.signedOn ? <Day key="signed" day={agreement.signedOn} /> : elsewhere
  const rows: [string, ReactNode][] = [
    ['Holder', <WholeCodes key="holder">{`${holder.name} (${holder.number})`}</WholeCodes>],
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
  ]
  return rows.filter(([, value]) => value)
}
