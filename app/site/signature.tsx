import { useId } from 'react'
import type { Leader } from '../../content/types.ts'
import style from './signature.module.css'

type Props = { signature: NonNullable<Leader['signature']> }

/** A signature in the color of the text, whatever the picture's own is. Decoration: the name is beside it as text. */
export function Signature({ signature: { path, width, height } }: Props) {
  const id = useId()
  return (
    <svg className={style.signature} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width={width} height={height}>
        <image href={path} width={width} height={height} />
      </mask>
      <rect width={width} height={height} fill="currentColor" mask={`url(#${id})`} />
    </svg>
  )
}
