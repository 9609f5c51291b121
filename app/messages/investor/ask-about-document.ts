import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'

/**
 * @returns where one writes about a document; undefined for an administrator's own, for one that isn't checked yet, and for a
 *   delegate
 */
export function askAbout(
  { id, user_id, check_state, share }: PortalDocument,
  me: Pick<Actor, 'id' | 'isAdmin'>,
): { label: string; address: string } | undefined {
  if (check_state === 'waiting' || check_state === 'infected' || share) return undefined
  if (!me.isAdmin)
    return { label: 'Ask about this document', address: withQuery(href('/profile/messages/new'), { document: id }) }
  if (user_id === me.id) return undefined
  return {
    label: 'Write about this document',
    address: withQuery(href('/profile/messages/new'), { document: id, user: user_id }),
  }
}
