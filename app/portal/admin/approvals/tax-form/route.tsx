import { href } from 'react-router'
import { revealNumberCommand } from '../../../../../rules/vault.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { resultOrError, unwrapOrRespond } from '../../../server-errors.ts'
import { decider } from '../decider.ts'
import type { Route } from './+types/route'
import { ComparePage } from './compare-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/**
 * Loads a holder's tax form, the data entered from it, and the pending approval.
 * @throws answers: not signed in, not allowed
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = decider(url, server)
  const { operations } = server
  const asked = await unwrapOrRespond(operations.getFormToCompare(actor, params.id))
  const { waiting } = await unwrapOrRespond(operations.getApprovals(actor))
  const approval = waiting.find(({ id }) => id === asked?.approvalId)
  const shown = asked?.documentId
    ? await resultOrError(operations.getDocument(actor, asked.documentId), 'LOAD_DOCUMENTS_FAILED')
    : undefined
  return { asked, approval, document: shown?.value, loadError: shown?.loadError }
}

export const action = commandActions([revealNumberCommand], {
  redirectTo: ({ param }) => href('/profile/admin/approvals/tax-forms/:id', { id: param('id') }),
})

/** A tax form beside what was entered of it, for the person who decides. */
export default function TaxFormRoute({ loaderData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <ComparePage key={params.id} {...shown} />}
    </LastLoaded>
  )
}
