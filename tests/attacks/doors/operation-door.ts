import type { Actor } from '../../../server/access/actor.ts'
import type { Client } from '../../../server/access/client.ts'
import type { Gets } from './actors.ts'
import type { World } from './world.ts'

/** Who knocks, and where. */
export interface Caller {
  world: World
  actor: Actor
  client: Client
  /** The actor's session, as a Cookie header. */
  cookie: string
}

export interface OperationDoor {
  /** Makes what the call is about, before each call. */
  given?: (world: World) => Promise<unknown>
  call: (caller: Caller, given: never) => unknown
  /**
   * For each actor: the code of the refusal; `changes` where something stored is different afterwards; `sees` where the
   * result has something of the owner's; `ok` for neither.
   */
  gets: Gets
}

/** A door whose call is about something that is made for it. */
export function about<Given>(
  given: (world: World) => Promise<Given>,
  call: (caller: Caller, given: Given) => unknown,
  gets: Gets,
): OperationDoor {
  return { given, call, gets }
}

export const address = 'http://localhost/'
/** Codes are never right here: this is about who may try. */
export const wrongCode = '000000'
