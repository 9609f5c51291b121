import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { MenuLink } from '../../shell/ui/link.tsx'
import { useCurrentInSight } from '../../shell/ui/use-current-in-sight.ts'
import style from './section-nav.module.css'

export interface SectionLink {
  to: string
  label: ReactNode
  /** Current only at exactly this address, not below it. */
  end?: boolean
}

/** Links to the parts of a page. On a phone they are one row that scrolls sideways, with the current one visible. */
export function SectionNav({ label, links }: { label: string; links: readonly SectionLink[] }) {
  const nav = useCurrentInSight<HTMLElement>(useLocation().pathname)
  return (
    <nav ref={nav} aria-label={label} className={`cluster gap-0-5 ${style.sections}`} data-print="no">
      {links.map(({ to, label, end }) => (
        <MenuLink key={to} to={to} end={end} preventScrollReset viewTransition={false}>
          {label}
        </MenuLink>
      ))}
    </nav>
  )
}
