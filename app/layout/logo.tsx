import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { fund } from '../../content/fund.ts'
import { Link } from '../ui/link.tsx'
import { mark } from '../ui/rosette/designs.ts'
import { Rosette } from '../ui/rosette/rosette.tsx'
import style from './logo.module.css'

/** The fund's mark and name. Leads to the home page; there, to its top (specification section 2). */
export function Logo() {
  const isHome = useLocation().pathname === '/'
  const toTop = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  }
  return (
    <Link to="/" className={style.logo} aria-label={`${fund.name}, home`} onClick={isHome ? toTop : undefined}>
      <Rosette design={mark} className={style.mark} />
      {fund.shortName}
    </Link>
  )
}
