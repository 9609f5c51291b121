import { showOne } from '../../../one-page.tsx'
import { loadLook } from '../../runs/load-look.ts'
import { LookPage } from './look-page.tsx'

/** Loads the files that the second person opens before they approve a delivery, and the approval. */
export const loader = loadLook(({ actor, operations }, id) => operations.getDeliveryToOpen(actor, id))

/** The files of a delivery, each beside those who would get it, and below them the approval. */
export default showOne<typeof loader>(LookPage)
