import { data, isRouteErrorResponse, redirect } from 'react-router'
import type { Actor } from '../../server/access/actor.ts'
import type { ServerContext } from '../context.ts'
import { type AdminData, loadAdminTab } from './admin/load.ts'
import { type DocumentsData, loadDocumentsTab } from './documents/load.ts'
import { errorResponse, type Refusal, refusal, refusalIn, requireDatabase } from './errors.ts'
import { home, signInFirst } from './next-page.ts'
import { loadSettingsTab, type SettingsData } from './settings/load.ts'

export type TabData = DocumentsData | SettingsData | AdminData

export interface ProfileData {
  me: Actor
  shown: TabData
}

/**
 * What `/profile` shows: `tab` documents (the default), settings or admin. What else the address says, the tab reads.
 * @throws answers: to the sign-in (302), not allowed (403), not there (404), no profile read in time (503)
 */
export async function loadProfilePage(url: URL, server: ServerContext) {
  requireDatabase(server)
  const { actor, signedIn } = server
  if (!actor) throw signedIn ? errorResponse(refusal('PROFILE_UNREADABLE'), 503) : redirect(signInFirst(url))
  const shown = await loadTab(url.searchParams, actor, server)
  const status = 'trouble' in shown && shown.trouble ? 500 : 200
  return data<ProfileData>({ me: actor, shown }, { status })
}

function loadTab(query: URLSearchParams, actor: Actor, server: ServerContext): Promise<TabData> {
  const tab = query.get('tab')
  if (tab === 'settings') return loadSettingsTab(query, actor, server)
  if (tab === 'admin') return loadAdminTab(query, actor, server)
  return loadDocumentsTab(query, actor, server)
}

let kept: { place: string; data: ProfileData } | undefined

/** Remembers what the page at `search` shows, for when it or another page of the same list cannot be read. */
export function keep(search: string, data: ProfileData): void {
  kept = { place: placeOf(search), data }
}

/**
 * In the browser: reads anew, and where that fails goes on showing what there was, with a word about it. A page that
 * is away for a moment must not take a list, or an upload, with it.
 */
export async function readAnew(search: string, read: () => Promise<ProfileData>): Promise<ProfileData> {
  const still = (trouble: Refusal): ProfileData | undefined => {
    // Looked up only now: a page that was drawn a moment ago may have been read anew before it was remembered.
    const before = kept?.place === placeOf(search) ? kept.data : undefined
    return before && before.shown.tab !== 'settings' ? { me: before.me, shown: { ...before.shown, trouble } } : before
  }
  try {
    const fresh = await read()
    const trouble = fresh.shown.tab !== 'settings' && fresh.shown.trouble
    return (trouble && still(trouble)) || fresh
  } catch (error) {
    const status = isRouteErrorResponse(error) && error.status
    // Who has just lost the administrator's right goes on with what is still theirs.
    if (status === 403 && kept?.place === placeOf(search) && kept.data.me.isAdmin) throw redirect(home)
    const away = isRouteErrorResponse(error) && status === 503 && refusalIn(error.data)
    const instead = away && still(away)
    if (instead) return instead
    if (!isLostLine(error)) throw error
    const shown = still(refusal('NO_CONNECTION'))
    if (shown) return shown
    throw errorResponse(refusal('NO_CONNECTION'), 503)
  }
}

/** Whether nobody answered, as `fetch` says it, or the line broke within an answer, as the router does; all else is one. */
function isLostLine(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError)
}

/** @returns which list a query shows, whatever is looked for in it: a search that cannot be done leaves the list as it was */
function placeOf(search: string): string {
  const query = new URLSearchParams(search)
  return JSON.stringify(['tab', 'user', 'list'].map(name => query.get(name)))
}

/** @returns the query without `document`: opening one changes nothing else on the page */
export function withoutDocument(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('document')
  return query.toString()
}
