import { useContext } from 'react'
import { fund } from '../../content/fund.ts'
import { footerLinks } from '../../content/navigation.ts'
import { unknownYear } from '../../rules/year.ts'
import { useHydrated } from '../hydrated.ts'
import { OriginContext } from '../origin.ts'
import { classes } from '../ui/classes.ts'
import { Link } from '../ui/link.tsx'
import { mark } from '../ui/rosette/designs.ts'
import { Rosette } from '../ui/rosette/rosette.tsx'
import style from './footer.module.css'

/** The foot of every page: where everything is, how to reach the fund, and what the site is not. */
export function Footer() {
  const year = useThisYear()
  return (
    <footer className={classes('night', style.footer)}>
      <div className={classes('wrap', style.inside)}>
        <div>
          <Rosette design={mark} className={style.mark} />
          <p className={style.name}>{fund.name}</p>
          <p className={style.reach}>
            <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>
            <a href={`mailto:${fund.emails.office}`}>{fund.emails.office}</a>
          </p>
        </div>
        <nav aria-label="Footer" className={style.links}>
          {footerLinks.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        {/* The page has come with a year in the place of the mark that the browser begins with. */}
        <p className={style.year} suppressHydrationWarning>
          © {year} {fund.name}. {fund.footnote}
        </p>
      </div>
    </footer>
  )
}

/** The year of the reader, once scripts run; before, that of the server; a mark in what is drawn at build time. */
function useThisYear(): string {
  const hydrated = useHydrated()
  // Provided by the server alone, and only where it draws for a reader.
  const served = useContext(OriginContext) !== undefined
  return hydrated || served ? String(new Date().getUTCFullYear()) : unknownYear
}
