import { showOne } from '../../../one-page.tsx'
import { loadLook } from '../../runs/load-look.ts'
import { LookPage } from './look-page.tsx'

/** Loads what the second person looks at before they approve, and the approval. */
export const loader = loadLook(({ actor, operations }, id) => operations.getPapersToOpen(actor, id))

/** The documents that are drawn for the second person, each beside its recipient, and below them the approval. */
export default showOne<typeof loader>(LookPage)
