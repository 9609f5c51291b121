import type { Gets } from './actors.ts'
import type { World } from './world.ts'

/** What is sent to an address. */
export interface Sent {
  /** The path with its parameters and query. */
  path: string
  /** A form, or a body with its type in the headers. */
  body?: Record<string, string> | string
  headers?: Record<string, string>
}

export interface AddressDoor {
  /** `GET /files/:id`, or `POST /profile/documents/:id approve` for what a form asks for. */
  door: string
  /** Makes what the request is about and writes it, before each request. */
  send: (world: World) => Sent | Promise<Sent>
  /**
   * For each actor: the status of a refusal, or of an answer that has nothing of the owner's; `sees` where it has;
   * `changes` where something stored is different afterwards. `ended` and `disabled` get what `anonymous` does.
   */
  gets: Gets
}

/** A row of the table; without `gets`, those of its command's description (described-doors.ts). */
export type AddressRow = Omit<AddressDoor, 'gets'> & Partial<Pick<AddressDoor, 'gets'>>

/** An address, with what is sent to it. */
export const row = (door: string, gets: Gets, send: AddressDoor['send']): AddressDoor => ({ door, gets, send })

/** An address that needs no parameters. */
export const at = (door: string, gets: Gets, path = door.split(' ')[1] ?? ''): AddressDoor =>
  row(door, gets, () => ({ path }))

/** A form at an address. Without `gets`, administrators change something, and all others are refused as its command says. */
export function form(door: string, ...given: [gets: Gets, write: Write] | [write: Write]): AddressRow {
  const [, path = '', intent = ''] = door.split(' ')
  const [gets, write] = given.length === 2 ? given : [undefined, given[0]]
  const send: AddressDoor['send'] = async world => {
    const { at = path, ...fields } = await write(world)
    const [page, query] = at.split('?')
    return { path: `${page}.data${query ? `?${query}` : ''}`, body: { intent, ...fields } }
  }
  return gets ? { door, gets, send } : { door, send }
}
type FormSent = Record<string, string> & { at?: string }
type Write = (world: World) => FormSent | Promise<FormSent>

/** Pages of the portal lead visitors to the sign-in. */
export const toSignIn = { anonymous: '302' }
/** Forms sent in the background hear why not. */
export const noSession = { anonymous: '401' }
/** Without scripts, forms of the portal lead to the sign-in where there is no session. */
export const signInFirst = { anonymous: '302' }
