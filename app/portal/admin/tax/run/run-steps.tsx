import { canTake, taxRunSteps } from '../../../../../rules/workflows.ts'
import type { ShownTaxRun } from '../../../../../server/tax/tax-runs-list.ts'
import { ActionButton } from '../../../../actions/action-button.tsx'
import { Banner } from '../../../../ui/banner.tsx'
import statements from '../../statements/statements.module.css'
import type { TaxRunAnswer } from './run-answer.ts'

type Props = { run: ShownTaxRun; answered: TaxRunAnswer | undefined }

/** The steps up to furnishing. */
export function RunSteps({ run, answered }: Props) {
  const { state, isPrepared, problem, stale, forms, waits } = run
  const isDraft = canTake(taxRunSteps.review, state)
  const isReviewed = canTake(taxRunSteps.furnish, state)
  if (!isDraft && !isReviewed) return null
  const isWhole = isPrepared && !problem && stale.length === 0
  return (
    <>
      <Banner>
        {['again', 'review', 'furnish'].includes(answered?.typed?.intent ?? '') && answered?.error?.message}
      </Banner>
      <div className={statements.buttons}>
        {isDraft && isWhole && (
          <ActionButton intent="review" variant="primary" busyLabel="Saving…">
            Mark as reviewed
          </ActionButton>
        )}
        {isReviewed && isWhole && !waits && forms > 0 && (
          <ActionButton intent="furnish" variant="primary" busyLabel="Submitting…">
            Request release
          </ActionButton>
        )}
        {(isPrepared || problem) && (
          <ActionButton intent="again" busyLabel="Preparing…">
            Prepare again
          </ActionButton>
        )}
      </div>
    </>
  )
}
