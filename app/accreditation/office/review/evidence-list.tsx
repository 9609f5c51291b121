import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { evidenceWords } from '../../evidence-kinds.ts'
import { civilDay } from '../../investor/civil-day.ts'
import type { ReviewedAccreditation, ReviewedEvidence } from '../../server/review-list.ts'
import { unsearchedSentence } from '../../ssn.ts'
import style from './review.module.css'

type Props = { review: ReviewedAccreditation; shownId: string | undefined }

/** What was sent; the one that is shown below is marked. */
export function EvidenceList({ review: { evidence }, shownId }: Props) {
  return (
    <section aria-labelledby="sent" className={style.section}>
      <h2 id="sent">What they sent</h2>
      {evidence.length === 0 && <p className="quiet regular">Nothing: this way of verifying needs no documents.</p>}
      {evidence.length > 0 && (
        <ul className={`stack gap-3 plain-list ${style.evidence}`}>
          {evidence.map(one => (
            <li key={one.id}>
              {one.documentId ? (
                <Link
                  to={`?document=${one.documentId}`}
                  preventScrollReset
                  aria-current={one.documentId === shownId ? 'true' : undefined}
                >
                  {one.filename}
                </Link>
              ) : (
                <span>{one.filename}</span>
              )}
              <span className="quiet regular">
                <About evidence={one} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function About({ evidence }: { evidence: ReviewedEvidence }) {
  const { kind, datedOn, addedBy, ssnPages, isSearched, destroyOn, destroyedAt, documentId } = evidence
  const { person, signedBy, crdNumber, series, taxYear, namesHolder, showsTaxForm, unsearchedPages } = evidence
  return (
    <>
      {evidenceWords[kind]}
      {taxYear && ` for ${taxYear}`}
      {person && ` of ${person}`}
      {datedOn && `, dated ${civilDay(datedOn)}`}
      {signedBy && `, signed by ${signedBy}`}
      {crdNumber && `, CRD ${crdNumber}`}
      {series && `, Series ${series}`}, from {addedBy}
      {ssnPages.length > 0 && ' · shows a full Social Security number, sent anyway'}
      {showsTaxForm && kind !== 'tax_form' && ' · shows an IRS form, and is destroyed like one'}
      {documentId && !isSearched && ' · its text could not be searched for Social Security numbers'}
      {destroyedAt ? (
        <>
          {' · destroyed '}
          <FormattedDate date={destroyedAt} />, with a certificate
        </>
      ) : documentId === null ? (
        ' · deleted'
      ) : (
        destroyOn && ` · destroyed on ${civilDay(destroyOn)}`
      )}
      {documentId && unsearchedPages.length > 0 && (
        <strong className={style.doubt}>{unsearchedSentence(unsearchedPages)}</strong>
      )}
      {namesHolder === false && <strong className={style.doubt}>Its text doesn’t name the holder</strong>}
    </>
  )
}
