import { useContext } from 'react'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { logo } from '../../../content/logo.ts'
import { footerLinks, writeToUs } from '../../../content/navigation.ts'
import { yearPlaceholder } from '../../../rules/year.ts'
import { useHydrated } from '../hydrated.ts'
import { OriginContext } from '../site-origin.ts'
import { classes } from '../ui/classes.ts'
import { FundMark } from '../ui/fund-mark.tsx'
import { Link } from '../ui/link.tsx'
import style from './footer.module.css'

/**
 * The footer of every page: links, the fund's contact details and a legal note.
 * @param isShort compact and without the fund's mark: below the portal's pages (portal-layout.module.css)
 */
export function Footer({ isShort }: { isShort?: boolean }) {
  const year = useThisYear()
  return (
    <footer className={classes('night', style.footer)} data-short={isShort || undefined}>
      <div className={classes('wrap', style.inside)}>
        <div>
          <FundMark className={style.mark} on="night" />
          {!logo?.hasName && <p className={style.name}>{fund.name}</p>}
          <p className={style.reach}>
            <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>
            <Link to={href('/email-contact')}>{writeToUs}</Link>
          </p>
        </div>
        <nav aria-label="Footer" className={style.links}>
          {footerLinks.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        {/* The server replaces the placeholder by the year; hydration still renders the placeholder. */}
        <p className={style.year} suppressHydrationWarning>
          © {year} {fund.name}. {fund.footnote}
        </p>
      </div>
    </footer>
  )
}

/** @returns the current year (UTC); a placeholder in prerendered pages, which the server replaces */
function useThisYear(): string {
  const hydrated = useHydrated()
  // The origin is provided only where the server renders for a visitor.
  const isRequest = useContext(OriginContext) !== undefined
  return hydrated || isRequest ? String(new Date().getUTCFullYear()) : yearPlaceholder
}
