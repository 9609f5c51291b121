import type { ReactNode } from 'react'
import { Letterhead } from '../../ui/letterhead.tsx'
import counted from './counted-page.module.css'
import { PageName } from './page-name.tsx'

type Props = {
  title: string
  /** How many entries there are, once that is known. */
  count: ReactNode
  /** Tools for the whole list. */
  children?: ReactNode
}

/** The top of an administrators' list: its title, how long it is, and what can be done with all of it. */
export function ListHead({ title, count, children }: Props) {
  return (
    <header className={`cluster baseline gap-2-4 ${counted.head}`}>
      <Letterhead />
      <PageName name={title} />
      <p role="status">{count}</p>
      {children && (
        <div className={`cluster center ${counted.tools}`} data-print="no">
          {children}
        </div>
      )}
    </header>
  )
}
