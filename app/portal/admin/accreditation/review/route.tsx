import { data, href } from 'react-router'
import * as reviewCommands from '../../../../../rules/accreditation/review.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError, unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import type { Route } from './+types/route'
import { ReviewPage } from './review-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/**
 * Loads one accreditation with all that its reviewer needs; `document` in the query is the one beside the checklist, by
 * default the first.
 * @throws answers: those of `requireAdministrator`; 404
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const review = await unwrapOrRespond(operations.getAccreditationForReview(actor, params.id))
  const asked = url.searchParams.get('document')
  const chosen =
    review.evidence.find(({ documentId }) => documentId !== null && documentId === asked) ??
    review.evidence.find(({ documentId }) => documentId !== null)
  const shown = chosen?.documentId
    ? await resultOrError(operations.getDocument(actor, chosen.documentId), 'LOAD_DOCUMENTS_FAILED')
    : undefined
  return data({ review, document: shown?.value, loadError: shown?.loadError })
}

/** POST: what a reviewer decides. */
export const action = commandActions([...Object.values(reviewCommands)], {
  about: { accreditation: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/accreditation/:id', { id: param('id') }),
})

/** One accreditation: its documents beside the checklist. */
export default function ReviewRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <ReviewPage key={shown.review.id} me={me} {...shown} />}
    </LastLoaded>
  )
}
