import { furnishCommand, prepareAgainCommand, reviewRunCommand } from '../../../../../rules/tax/run.commands.ts'
import { canTake, taxRunSteps } from '../../../../../rules/workflows.ts'
import type { ShownTaxRun } from '../../../../../server/tax/tax-runs-list.ts'
import { CommandButton } from '../../../../commands/command-button.tsx'

/** The steps up to furnishing. */
export function RunSteps({ run }: { run: ShownTaxRun }) {
  const { state, isPrepared, problem, stale, forms, waits } = run
  const isDraft = canTake(taxRunSteps.review, state)
  const isReviewed = canTake(taxRunSteps.furnish, state)
  if (!isDraft && !isReviewed) return null
  const isWhole = isPrepared && !problem && stale.length === 0
  return (
    <div className="cluster gap-3">
      {isDraft && isWhole && <CommandButton command={reviewRunCommand} variant="primary" />}
      {isReviewed && isWhole && !waits && forms > 0 && <CommandButton command={furnishCommand} variant="primary" />}
      {(isPrepared || problem) && <CommandButton command={prepareAgainCommand} />}
    </div>
  )
}
