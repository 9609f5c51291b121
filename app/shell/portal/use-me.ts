import { useOutletContext } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'

/** For pages inside the portal's layout. @returns the signed-in user */
export function useMe(): Actor {
  return useOutletContext<Actor>()
}
