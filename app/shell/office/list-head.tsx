import type { ReactNode } from 'react'
import { Letterhead } from '../ui/letterhead.tsx'
import counted from './counted-page.module.css'
import { PageName } from './page-name.tsx'

type Props = {
  title: string
  /** The number of entries, once known. */
  count: ReactNode
  /** Tools for the whole list. */
  children?: ReactNode
}

/** The top of an administrators' list: its title, count, and actions on the whole list. */
export function ListHead({ title, count, children }: Props) {
  return (
    <header className={`cluster baseline gap-2-4 ${counted.head}`}>
      <Letterhead />
      <PageName name={title} />
      <p role="status">{count}</p>
      {children && (
        <div className={`cluster center gap-2-3 ${counted.tools}`} data-print="no">
          {children}
        </div>
      )}
    </header>
  )
}
