import { Suspense } from 'react'
import { href } from 'react-router'
import { revealNumberCommand } from '../../../../rules/vault.commands.ts'
import { LazyEvidenceDocument } from '../../../accreditation/office/review/lazy-evidence-document.tsx'
import review from '../../../accreditation/office/review/review.module.css'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { PageName } from '../../../shell/office/page-name.tsx'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { resultOrError } from '../../../shell/portal/server-errors.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { RevealNumber } from '../../../tax/office/holder/reveal-number.tsx'
import { maskedTin } from '../../../tax/tin.ts'
import { ApprovalEntry } from '../approval-entry.tsx'
import approvals from '../approvals.module.css'
import { requireApprover } from '../approver-guard.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/** Loads a holder's tax form, the data entered from it, and the pending approval. */
export const loader = loadOne(
  async ({ actor, operations }, id) => {
    const requested = await operations.getFormToCompare(actor, id)
    const { waiting } = await operations.getApprovals(actor)
    const approval = waiting.find(({ id }) => id === requested?.approvalId)
    const shown = requested?.documentId
      ? await resultOrError(operations.getDocument(actor, requested.documentId), 'LOAD_DOCUMENTS_FAILED')
      : undefined
    return { requested, approval, document: shown?.value, loadError: shown?.loadError }
  },
  { guard: requireApprover },
)

export const action = commandActions([revealNumberCommand], {
  redirectTo: ({ param }) => href('/profile/admin/approvals/tax-forms/:id', { id: param('id') }),
})

export default showOne<typeof loader>(ComparePage)

/** A tax form beside the data entered from it. */
function ComparePage({ requested, approval, document, loadError }: Shown<typeof loader>) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink className={review.back} to={href('/profile/admin/approvals')}>
        Approvals
      </BackLink>
      <header className="cluster baseline gap-2-4">
        <PageName name={requested ? `Compare ${requested.title}` : 'Compare a tax form'} />
      </header>
      {requested ? (
        <div className={review.sides}>
          <div className={review.matter}>
            <LoadError error={loadError} />
            {document && (
              <Suspense>
                <LazyEvidenceDocument key={document.id} document={document} isCounted={me.isAdmin} />
              </Suspense>
            )}
            {!requested.documentId && (
              <p className="quiet regular">
                The form can’t be shown here: it was deleted, or is still being checked for malware.
              </p>
            )}
          </div>
          <div className={review.beside}>
            {requested.number && (
              <section aria-labelledby="number" className={review.section}>
                <h2 id="number">Tax number as entered</h2>
                <RevealNumber
                  numberId={requested.number.id}
                  masked={maskedTin(requested.number.last4, requested.number.kind)}
                  kind={requested.number.kind}
                />
              </section>
            )}
            {approval && (
              <ol className={approvals.list} aria-label="The approval">
                <ApprovalEntry approval={{ ...approval, evidence: undefined }} onNotice={say} />
              </ol>
            )}
          </div>
        </div>
      ) : (
        <EmptyState title="Nothing to compare" level={2}>
          A form appears here once it’s entered, until it’s decided.
        </EmptyState>
      )}
      <Notice {...notice} />
    </article>
  )
}
