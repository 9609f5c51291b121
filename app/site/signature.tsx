import type { Leader } from '../../content/types.ts'
import style from './signature.module.css'

type Props = { signature: NonNullable<Leader['signature']> }

/** A signature in dark ink, or light ink on a dark page. Decoration: the name is beside it as text. */
export function Signature({ signature: { path, width, height } }: Props) {
  return <img className={style.signature} src={path} width={width} height={height} alt="" loading="lazy" />
}
