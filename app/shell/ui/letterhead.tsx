import type { ReactNode } from 'react'
import { letterhead } from '../../../content/letterhead.ts'
import { logo } from '../../../content/logo.ts'
import { FundMark } from './fund-mark.tsx'
import style from './letterhead.module.css'

/** The printed head of a portal page: the fund and the owner. `children` give the date of the content. */
export function Letterhead({ children }: { children?: ReactNode }) {
  return (
    <div className={style.letterhead}>
      <FundMark className={style.mark} on="day" />
      <div className={style.name}>{!logo?.hasName && letterhead.name}</div>
      <div className={style.lines}>
        {letterhead.lines.map(line => (
          <div key={line}>{line}</div>
        ))}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
