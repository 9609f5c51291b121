import { data, redirect } from 'react-router'
import { documentsAtFirst } from '../../rules/limits.ts'
import type { MessageCode } from '../../rules/messages.ts'
import type { Actor } from '../../server/actor.ts'
import type { PortalDocument } from '../../server/documents.ts'
import type { UserProfile } from '../../server/profiles.ts'
import type { Requests } from '../../server/requests.ts'
import type { ServerContext } from '../context.ts'
import { asAnswer, isPortalError, orThrow, type Refusal, refusal } from './errors.ts'
import { signInFirst } from './next-page.ts'

/** People on one page of the administrator's table. */
export const peopleAtOnce = 50

/** A person as the portal speaks of them. */
export type Person = Pick<Actor, 'id' | 'email' | 'fullName'>

/** What a tab shows. `trouble`: it could not be read, or not anew. */
export type TabData =
  | {
      tab: 'documents'
      person: Person
      /** Newest first: all of them, or the first ones. */
      documents: PortalDocument[]
      /** How many there are in all. */
      total: number
      /** The opened one, where it is not among those. */
      opened?: PortalDocument
      trouble?: Refusal
    }
  | { tab: 'settings' }
  | { tab: 'admin'; list: 'requests'; requests: Requests; trouble?: Refusal }
  | { tab: 'admin'; list: 'users'; page: number; people: UserProfile[]; total: number; trouble?: Refusal }

export interface ProfileData {
  me: Actor
  shown: TabData
}

/**
 * What `/profile` shows: `tab` documents (the default), settings or admin; `user` whose documents, for administrators;
 * `show=all` their whole list instead of the newest; `page` of the table of people, from 1; `list=requests` what
 * visitors left, in its place.
 * @throws answers: to the sign-in (302), not allowed (403), not there (404), no profile read in time (503)
 */
export async function loadProfilePage(url: URL, { actor, signedIn, operations }: ServerContext) {
  if (!actor) throw signedIn ? asAnswer(refusal('PROFILE_UNREADABLE'), 503) : redirect(signInFirst(url))
  const query = url.searchParams
  const answer = (shown: TabData) =>
    data<ProfileData>({ me: actor, shown }, { status: 'trouble' in shown && shown.trouble ? 500 : 200 })

  const tab = query.get('tab')
  if (tab === 'settings') return answer({ tab })
  if (tab === 'admin') {
    if (!actor.isAdmin) throw asAnswer(refusal('FORBIDDEN'), 403)
    if (query.get('list') === 'requests') {
      const read = await orTrouble(operations.getRequestsForAdmin(actor), 'LOAD_REQUESTS_FAILED')
      const requests = read.value ?? { messages: [], calls: [] }
      return answer({ tab, list: 'requests', requests, trouble: read.trouble })
    }
    const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
    const read = await orTrouble(operations.getAllUsersForAdmin(actor, page - 1, peopleAtOnce), 'LOAD_USERS_FAILED')
    const list = 'users' as const
    return answer({
      tab,
      list,
      page,
      people: read.value?.users ?? [],
      total: read.value?.total ?? 0,
      trouble: read.trouble,
    })
  }

  const person = await whose(actor, query.get('user'), operations)
  const limit = query.get('show') === 'all' ? undefined : documentsAtFirst
  const read = await orTrouble(operations.getUserDocuments(actor, person.id, limit), 'LOAD_DOCUMENTS_FAILED')
  const documents = read.value ?? []
  const cut = limit !== undefined && documents.length === limit
  const total = cut ? await operations.countUserDocuments(actor, person.id) : documents.length
  const wanted = query.get('document')
  let opened: PortalDocument | undefined
  if (wanted && !read.trouble && !documents.some(({ id }) => id === wanted)) {
    opened = await operations.getDocument(actor, wanted).catch(() => undefined)
    // An address that names a document and not whose it is.
    if (opened && opened.user_id !== person.id) {
      throw redirect(`/profile?${new URLSearchParams({ user: opened.user_id, document: opened.id })}`)
    }
  }
  return answer({ tab: 'documents', person, documents, total, opened, trouble: read.trouble })
}

async function whose(actor: Actor, asked: string | null, operations: ServerContext['operations']): Promise<Person> {
  if (!asked || asked === actor.id) return actor
  const { id, email, full_name } = await orThrow(operations.getUserProfile(actor, asked))
  return { id, email, fullName: full_name }
}

/** A list that cannot be read leaves the rest of the page standing. */
async function orTrouble<T>(work: Promise<T>, code: MessageCode): Promise<{ value?: T; trouble?: Refusal }> {
  try {
    return { value: await work }
  } catch (error) {
    if (isPortalError(error)) throw asAnswer(error, error.status)
    console.error(error)
    return { trouble: refusal(code) }
  }
}

let kept: { search: string; data: ProfileData } | undefined

/** Remembers what the page at `search` shows, for when it cannot be read anew. */
export function keep(search: string, data: ProfileData): void {
  kept = { search: withoutDocument(search), data }
}

/**
 * In the browser: reads anew, and where that fails goes on showing what there was, with a word about it. A page that
 * is away for a moment must not take a list, or an upload, with it.
 */
export async function readAnew(search: string, read: () => Promise<ProfileData>): Promise<ProfileData> {
  const before = kept?.search === withoutDocument(search) ? kept.data : undefined
  const still = (trouble: Refusal): ProfileData | undefined =>
    before && before.shown.tab !== 'settings' ? { me: before.me, shown: { ...before.shown, trouble } } : before
  try {
    const fresh = await read()
    const trouble = fresh.shown.tab !== 'settings' && fresh.shown.trouble
    return (trouble && still(trouble)) || fresh
  } catch (error) {
    // What `fetch` throws when nobody answers; all else is an answer.
    if (!(error instanceof TypeError)) throw error
    const shown = still(refusal('NO_CONNECTION'))
    if (shown) return shown
    throw asAnswer(refusal('NO_CONNECTION'), 503)
  }
}

/** @returns the query without `document`: opening one changes nothing else on the page */
export function withoutDocument(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('document')
  return query.toString()
}
