import { type ReactNode, useId } from 'react'
import style from './settings-page.module.css'

type Props = {
  title: string
  note?: ReactNode
  /** The target of links to this section. */
  id?: string
  children: ReactNode
}

/** One section of the settings: its description on one side, its controls on the other. */
export function SettingsSection({ title, note, id, children }: Props) {
  const heading = useId()
  return (
    <section className={`stack gap-5 ${style.section}`} id={id} aria-labelledby={heading}>
      <div className="stack top gap-2">
        <h2 className="title" id={heading}>
          {title}
        </h2>
        {note && <p className={`quiet ${style.note}`}>{note}</p>}
      </div>
      <div className="stack top shrink gap-4">{children}</div>
    </section>
  )
}
