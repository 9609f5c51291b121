import { useOutletContext } from 'react-router'
import type { Actor } from '../../server/access/actor.ts'

/** For pages within the portal's layout. @returns who is signed in */
export function useMe(): Actor {
  return useOutletContext<Actor>()
}
