import { href, redirect } from 'react-router'
import { loadList, showList } from '../list-page.tsx'
import { asAsked, readPlace } from '../list-place.ts'
import { requireActor } from '../require-actor.ts'
import { MessagesPage } from './messages-page.tsx'

/**
 * Loads one page of the reader's conversations; the query has the fields of a `ListPlace`.
 * @throws answers: those of `requireActor`; an administrator is led to the inbox (302)
 */
export const loader = loadList({
  guard: (url, server) => {
    const actor = requireActor(url, server)
    if (actor.isAdmin) throw redirect(href('/profile/admin/messages'))
    return actor
  },
  view: query => ({ place: readPlace(query) }),
  read: ({ actor, operations }, { place }) => operations.getConversations(actor, { of: actor.id, ...asAsked(place) }),
  none: { conversations: [], total: 0, more: false },
  failed: 'LOAD_MESSAGES_FAILED',
})

/** The Messages tab. */
export default showList<typeof loader>(MessagesPage)
