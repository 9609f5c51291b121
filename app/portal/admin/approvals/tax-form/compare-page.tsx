import { Suspense } from 'react'
import { href } from 'react-router'
import { maskedTin } from '../../../../../rules/tax/tin.ts'
import type { Approval } from '../../../../../server/approvals/approvals-list.ts'
import type { PortalDocument } from '../../../../../server/documents/documents.ts'
import type { FormToCompare } from '../../../../../server/tax/form-to-compare.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { BackLink } from '../../../back-link.tsx'
import { LoadError } from '../../../load-error.tsx'
import type { Refusal } from '../../../refusal.ts'
import { useMe } from '../../../use-me.ts'
import { LazyEvidenceDocument } from '../../accreditation/review/lazy-evidence-document.tsx'
import review from '../../accreditation/review/review.module.css'
import { PageName } from '../../page-name.tsx'
import { RevealNumber } from '../../tax/card/reveal-number.tsx'
import { ApprovalEntry } from '../approval-entry.tsx'
import approvals from '../approvals.module.css'

type Props = {
  asked: FormToCompare | undefined
  approval: Approval | undefined
  document: PortalDocument | undefined
  loadError: Refusal | undefined
}

/** A tax form beside the data entered from it. */
export function ComparePage({ asked, approval, document, loadError }: Props) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink className={review.back} to={href('/profile/admin/approvals')}>
        Approvals
      </BackLink>
      <header className="cluster baseline gap-2-4">
        <PageName name={asked ? `Compare ${asked.title}` : 'Compare a tax form'} />
      </header>
      {asked ? (
        <div className={review.sides}>
          <div className={review.matter}>
            <LoadError error={loadError} />
            {document && (
              <Suspense>
                <LazyEvidenceDocument key={document.id} document={document} isCounted={me.isAdmin} />
              </Suspense>
            )}
            {!asked.documentId && (
              <p className="quiet regular">
                The form can’t be shown here: it was deleted, or is still being checked for malware.
              </p>
            )}
          </div>
          <div className={review.beside}>
            {asked.number && (
              <section aria-labelledby="number" className={review.section}>
                <h2 id="number">Tax number as entered</h2>
                <RevealNumber
                  numberId={asked.number.id}
                  masked={maskedTin(asked.number.last4, asked.number.kind)}
                  kind={asked.number.kind}
                />
              </section>
            )}
            {approval && (
              <ol className={approvals.list} aria-label="The approval">
                <ApprovalEntry approval={{ ...approval, look: undefined }} onNotice={say} />
              </ol>
            )}
          </div>
        </div>
      ) : (
        <EmptyState title="Nothing waits to be compared" level={2}>
          A form is shown here from when somebody has entered it until it’s decided.
        </EmptyState>
      )}
      <Notice {...notice} />
    </article>
  )
}
