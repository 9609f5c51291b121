import { showOne } from '../../../one-page.tsx'
import { loadEvidence } from '../../runs/load-evidence.ts'
import { EvidencePage } from './evidence-page.tsx'

/** Loads the documents that the second person opens before they approve, and the approval. */
export const loader = loadEvidence(({ actor, operations }, id) => operations.getItemsToOpen(actor, id))

/** The documents that are drawn for the second person, each beside its recipient, and below them the approval. */
export default showOne<typeof loader>(EvidencePage)
