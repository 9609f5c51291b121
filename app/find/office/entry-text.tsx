import { Badge } from '../../shell/ui/badge.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Entry } from './entry.ts'
import style from './find.module.css'

/** An entry's text: its name, details, and at the end its amount or date. */
export function EntryText({ entry: { name, about, figure, at, badge } }: { entry: Entry }) {
  return (
    <>
      <span className={`shrink strong breakable ${style.name}`}>{name}</span>
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {about.length > 0 && <span className={`shrink muted breakable ${style.about}`}>{about.join(' · ')}</span>}
      {(figure || at) && (
        <span className="muted tabular unbroken to-end">{figure ?? (at && <FormattedDate date={at} />)}</span>
      )}
    </>
  )
}
