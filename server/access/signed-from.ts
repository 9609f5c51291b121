import type { Actor } from './actor.ts'

/** @returns where an act came from, as the columns of a signature keep it */
export function signedFrom({ from }: Pick<Actor, 'from'>): { ip: string | null; user_agent: string | null } {
  return { ip: from?.ip ?? null, user_agent: from?.userAgent?.slice(0, 500) ?? null }
}
