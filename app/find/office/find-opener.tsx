import { type ComponentProps, type MouseEvent, Suspense, useEffect, useState } from 'react'
import { href, useLocation } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { RouteAssets } from '../../shell/route-assets.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { pageTitle } from '../../site/meta.ts'
import style from './find.module.css'
import type { FindDialog as Dialog } from './find-dialog.tsx'
import { placeAt } from './places.ts'
import { remember } from './recent.ts'

/** Without its script, the page does the same. */
const FindDialog = lazyWithFallback<ComponentProps<typeof Dialog>>(
  () => import('./find-dialog.tsx').then(({ FindDialog }) => ({ default: FindDialog })),
  LeadToPage,
)

function LeadToPage() {
  useEffect(() => location.assign(href('/profile/admin/find')), [])
  return null
}

/**
 * Opens the office's search: by a press, Ctrl K or Cmd K, and by '/' outside of fields. Styled as the field that it
 * opens; without scripts it links to the page.
 */
export function FindOpener({ me }: { me: Actor }) {
  const [isOpen, setOpen] = useState(false)
  useShortcut(() => setOpen(true))
  useRememberPlaces(me.id)
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <RouteAssets of="find/office/route" />
      <Link
        to={href('/profile/admin/find')}
        className={`center small unbroken touch medium raised ${style.opener}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={press}
      >
        Find <span className={`muted regular ${style.what}`}>a person, a note, an amount</span>
        <Keys />
      </Link>
      {isOpen && (
        <Suspense>
          <FindDialog me={me} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The shortcut, on devices with a keyboard; Apple's have another name. */
function Keys() {
  const isApple = useHydrated() && /Mac|iP(hone|ad)/.test(navigator.platform)
  return (
    <span className={`fine muted leading-5 to-end ${style.keys}`} aria-hidden="true">
      {isApple ? '⌘ K' : 'Ctrl K'}
    </span>
  )
}

function useShortcut(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(event.target)
      if (!(isCommand || isSlash) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** Remembers visited pages of the office, including people's, by their titles. */
function useRememberPlaces(of: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isPersons = pathname.startsWith(`${href('/profile/admin/people')}/`)
    const titled = { key: pathname, to: pathname, name: document.title.replace(pageTitle(''), ''), about: [] }
    const place = placeAt(pathname) ?? (isPersons ? titled : undefined)
    if (place) remember(of, place)
  }, [pathname, of])
}
