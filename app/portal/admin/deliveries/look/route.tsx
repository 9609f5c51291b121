import { showOne } from '../../../one-page.tsx'
import { loadEvidence } from '../../runs/load-evidence.ts'
import { EvidencePage } from './evidence-page.tsx'

/** Loads the files that the second person opens before they approve a delivery, and the approval. */
export const loader = loadEvidence(({ actor, operations }, id) => operations.getDeliveryToOpen(actor, id))

/** The files of a delivery, each with its recipients, and below them the approval. */
export default showOne<typeof loader>(EvidencePage)
