import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Link } from './link.tsx'
import style from './tabs.module.css'

export type Tab = {
  id: string
  label: ReactNode
  /** Where the tab leads, such as `/profile/settings`. Without it the tab is a button and `onSelect` is told. */
  to?: string
}

type Props = {
  /** What the tabs are of, for those who hear the page. */
  label: string
  tabs: Tab[]
  selected: string
  onSelect?: (id: string) => void
  /** Ties tabs to panels: give the same to each `TabPanel`. */
  name?: string
}

/**
 * Tabs after the ARIA pattern with manual activation: arrows, Home and End move, Enter or Space chooses. The page
 * does not scroll to its top when a tab is chosen.
 */
export function Tabs({ label, tabs, selected, onSelect, name = 'tab' }: Props) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const here = all.indexOf(event.target as HTMLElement)
    if (here < 0) return
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) event.target.click()
    else {
      const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key]
      if (next === undefined) return
      all.at(next % all.length)?.focus()
    }
    event.preventDefault()
  }

  return (
    <div role="tablist" aria-label={label} className={style.tabs} onKeyDown={move}>
      {tabs.map(tab => {
        const chosen = tab.id === selected
        const wiring = {
          role: 'tab',
          id: `${name}-${tab.id}`,
          'aria-selected': chosen,
          'aria-controls': chosen ? `${name}-${tab.id}-panel` : undefined,
          tabIndex: chosen ? 0 : -1,
          className: classes(style.tab, chosen && style.chosen),
        }
        return tab.to !== undefined ? (
          <Link key={tab.id} to={tab.to} preventScrollReset viewTransition={false} {...wiring}>
            {tab.label}
          </Link>
        ) : (
          <button key={tab.id} type="button" onClick={() => onSelect?.(tab.id)} {...wiring}>
            {tab.label}
          </button>
        )
      })}
    </div>
  )
}

/** What a chosen tab shows. */
export function TabPanel({ id, name = 'tab', children }: { id: string; name?: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-${id}-panel`} aria-labelledby={`${name}-${id}`} className={style.panel}>
      {children}
    </div>
  )
}
