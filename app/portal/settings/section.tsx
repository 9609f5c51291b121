import { type ReactNode, useId } from 'react'
import style from './settings.module.css'

type Props = {
  title: string
  note?: ReactNode
  /** For links that lead right here. */
  id?: string
  children: ReactNode
}

/** One matter of the settings: what it is about on one side, what can be done on the other. */
export function Section({ title, note, id, children }: Props) {
  const heading = useId()
  return (
    <section className={style.section} id={id} aria-labelledby={heading}>
      <div className={style.about}>
        <h2 id={heading}>{title}</h2>
        {note && <p className={style.note}>{note}</p>}
      </div>
      <div className={style.matter}>{children}</div>
    </section>
  )
}
