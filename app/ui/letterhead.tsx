import type { ReactNode } from 'react'
import { letterhead } from '../../content/letterhead.ts'
import style from './letterhead.module.css'
import { mark } from './rosette/designs.ts'
import { Rosette } from './rosette/rosette.tsx'

/** The head of a page of the portal on paper, and only there: whose it is. `children` say as of when. */
export function Letterhead({ children }: { children?: ReactNode }) {
  return (
    <div className={style.letterhead}>
      <Rosette design={mark} className={style.mark} />
      <div className={style.name}>{letterhead.name}</div>
      <div className={style.lines}>
        {letterhead.lines.map(line => (
          <div key={line}>{line}</div>
        ))}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
