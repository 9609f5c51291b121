import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { SigningSection } from './signing-section.tsx'

/** Loads a person's outstanding and completed signing links and document requests. */
export const loader = loadOne(async ({ actor, operations }, personId) => {
  const [open, confirmed, requested, received] = await Promise.all([
    operations.getSigningLinks(actor, { personId }),
    operations.getSigningLinks(actor, { personId, filter: 'confirmed' }),
    operations.getDocumentRequests(actor, { personId }),
    operations.getDocumentRequests(actor, { personId, filter: 'received' }),
  ])
  return { links: [...open.links, ...confirmed.links], requests: [...requested.requests, ...received.requests] }
})

export default showOne<typeof loader>(SigningSection)
