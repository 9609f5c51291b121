import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { logo } from '../../../content/logo.ts'
import { FundMark } from '../ui/fund-mark.tsx'
import { Link } from '../ui/link.tsx'
import style from './logo.module.css'

/** The fund's mark and name. Leads to the home page; on the home page, to its top (specification section 2). */
export function Logo({ on }: { on?: 'night' }) {
  const isHome = useLocation().pathname === '/'
  const toTop = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  }
  return (
    <Link to="/" className={style.logo} aria-label={`${fund.name}, home`} onClick={isHome ? toTop : undefined}>
      <FundMark className={style.mark} on={on} />
      {!logo?.hasName && fund.shortName}
    </Link>
  )
}
