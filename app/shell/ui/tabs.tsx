import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Link } from './link.tsx'
import style from './tabs.module.css'
import { useCurrentInSight } from './use-current-in-sight.ts'

export type Tab = {
  id: string
  label: ReactNode
  /** The tab's target, such as `/profile/settings`. Without it the tab is a button that calls `onSelect`. */
  to?: string
}

type Props = {
  /** The name of the tab list, for screen readers. */
  label: string
  tabs: Tab[]
  selected: string
  onSelect?: (id: string) => void
  /** Connects tabs to panels: pass the same name to each `TabPanel`. */
  name?: string
}

/**
 * Tabs that follow the ARIA pattern with manual activation: arrow keys, Home and End move, Enter or Space selects. The
 * page does not scroll to the top when a tab is selected.
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

  const row = useCurrentInSight<HTMLDivElement>(selected)
  return (
    <div ref={row} role="tablist" aria-label={label} className={style.tabs} onKeyDown={move} data-print="no">
      {tabs.map(tab => {
        const isSelected = tab.id === selected
        const attributes = {
          role: 'tab',
          id: `${name}-${tab.id}`,
          'aria-selected': isSelected,
          'aria-controls': isSelected ? `${name}-${tab.id}-panel` : undefined,
          tabIndex: isSelected ? 0 : -1,
          className: classes(style.tab, isSelected && style.chosen),
        }
        return tab.to !== undefined ? (
          <Link key={tab.id} to={tab.to} preventScrollReset viewTransition={false} {...attributes}>
            {tab.label}
          </Link>
        ) : (
          <button key={tab.id} type="button" onClick={() => onSelect?.(tab.id)} {...attributes}>
            {tab.label}
          </button>
        )
      })}
    </div>
  )
}

export function TabPanel({ id, name = 'tab', children }: { id: string; name?: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-${id}-panel`} aria-labelledby={`${name}-${id}`} className={style.panel}>
      {children}
    </div>
  )
}
