import { href } from 'react-router'
import * as cardCommands from '../../../../../rules/tax/card.commands.ts'
import { revealNumberCommand } from '../../../../../rules/vault.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { resultOrError } from '../../../server-errors.ts'
import { todayOfFund } from '../../register/address.ts'
import { CardPage } from './card-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../viewer-revalidation.ts'

/** Loads what is on file about a holder's taxes; `document` in the query is the one that is shown, by default the newest form's. */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const card = await operations.getTaxCard(actor, id)
  const asked = query.get('document')
  const ids = [...card.forms.map(({ documentId }) => documentId), ...card.unused.map(({ id }) => id)].filter(
    id => id !== null,
  )
  const chosen = ids.find(id => id === asked) ?? ids[0]
  const shown = chosen ? await resultOrError(operations.getDocument(actor, chosen), 'LOAD_DOCUMENTS_FAILED') : undefined
  return { card, today: todayOfFund(), document: shown?.value, loadError: shown?.loadError }
})

/** POST: what the office does about a holder's taxes. */
export const action = commandActions([...Object.values(cardCommands), revealNumberCommand], {
  about: { holder: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/tax/holders/:id', { id: param('id') }),
})

/** A holder's taxes: its forms beside what is entered of them, B-notices and consents. */
export default showOne<typeof loader>(CardPage)
