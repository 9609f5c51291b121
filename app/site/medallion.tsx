import { medallion } from '../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../shell/ui/rosette/rosette.tsx'
import style from './medallion.module.css'

/** Initials inside an engraved ring, like the portrait of a banknote. Decoration: the name is beside it as text. */
export function Medallion({ initials }: { initials: string }) {
  return (
    <div className={style.medallion} aria-hidden="true">
      <Rosette design={medallion} />
      <span>{initials}</span>
    </div>
  )
}
