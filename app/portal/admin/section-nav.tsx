import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { MenuLink } from '../../ui/link.tsx'
import style from './section-nav.module.css'

export interface SectionLink {
  to: string
  label: ReactNode
  /** Current only at exactly this address, not below it. */
  end?: boolean
}

/** Links to the parts of a page. On a phone they are one row that scrolls sideways, the current one in sight. */
export function SectionNav({ label, links }: { label: string; links: readonly SectionLink[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current link
  useEffect(() => {
    const row = nav.current
    const current = row?.querySelector<HTMLElement>('[aria-current]')
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className={style.sections}>
      {links.map(({ to, label, end }) => (
        <MenuLink key={to} to={to} end={end} preventScrollReset viewTransition={false}>
          {label}
        </MenuLink>
      ))}
    </nav>
  )
}
