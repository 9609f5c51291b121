import { type ReactNode, useId } from 'react'
import style from '../../../register/office/register.module.css'

/** One thing that the office can record about a note now. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={style.section} aria-labelledby={heading} data-print="no">
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
