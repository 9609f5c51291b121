import { useLocation } from 'react-router'
import { documentPages } from '../../content/document-pages.ts'
import { Link } from '../shell/ui/link.tsx'
import style from './document-pages.module.css'

/** On each page about documents: links to the other two, with their contents. */
export function DocumentPages() {
  const { pathname } = useLocation()
  return (
    <nav className={style.pages} aria-label="Which documents are where" data-print="no">
      <ul>
        {documentPages.map(({ label, text, to }) => (
          <li key={to}>
            <Link to={to} aria-current={to === pathname ? 'page' : undefined}>
              {label}
            </Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
