import { fund } from '../../content/fund.ts'
import { footerLinks } from '../../content/navigation.ts'
import { classes } from '../ui/classes.ts'
import { Link } from '../ui/link.tsx'
import { mark } from '../ui/rosette/designs.ts'
import { Rosette } from '../ui/rosette/rosette.tsx'
import style from './footer.module.css'

/** The foot of every page: where everything is, how to reach the fund, and what the site is not. */
export function Footer() {
  return (
    <footer className={classes('night', style.footer)}>
      <div className={classes('wrap', style.inside)}>
        <div className={style.fund}>
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
        {/* A page made last year and read in this one may differ here from what the browser knows. */}
        <p className={style.year} suppressHydrationWarning>
          © {new Date().getUTCFullYear()} {fund.name}. {fund.footnote}
        </p>
      </div>
    </footer>
  )
}
