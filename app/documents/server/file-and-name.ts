import { manyNotice } from '../../../rules/notices.ts'
import { performFreely } from '../../../server/access/perform.ts'
import { moveDocumentsCommand, renameDocumentCommand } from '../document.commands.ts'
import { addSigningLinkCommand } from '../signing-link.commands.ts'
import { fileDocuments } from './holder-documents.ts'
import { moveDocuments, renameDocument } from './rename-and-move.ts'
import { createDocuSignDocument } from './signing-links.ts'

/** Renames a document, and moves it if the form names a fund. */
export const nameDocument = performFreely(renameDocumentCommand, async ({ actor }, id, { filename, fund_name }) => {
  await renameDocument(actor, id, filename)
  if (fund_name) await moveDocuments(actor, [id], fund_name)
})

/** Moves documents to a fund, and sets their category or holder if the form names one. */
export const placeDocuments = performFreely(moveDocumentsCommand, async ({ actor }, _about, values) => {
  const { ids, fund_name, category, holder_id } = values
  const { done, of, fundName } = await moveDocuments(actor, ids, fund_name)
  const isFiled = holder_id !== '' && holder_id !== 'keep'
  if (category || isFiled)
    await fileDocuments(actor, ids, {
      ...(category && { category }),
      ...(isFiled && { holderId: holder_id === 'none' ? '' : holder_id }),
    })
  return { notice: manyNotice({ movedTo: fundName }, done, of) }
})

/** Adds a signing link to a person's documents, by default the actor's. */
export const addSigningLink = performFreely(addSigningLinkCommand, async ({ actor }, _about, typed) => {
  const { user, name, url, fund_name } = typed
  await createDocuSignDocument(actor, { userId: user || actor.id, name, url, fundName: fund_name })
})
