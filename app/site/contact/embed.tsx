import { useEffect, useState } from 'react'
import { fund } from '../../../content/fund.ts'
import { useHydrated } from '../../hydrated.ts'
import { classes } from '../../ui/classes.ts'
import style from './embed.module.css'
import { loadScript } from './load-script.ts'

type Props = {
  /** What the frame is, for those who hear it. */
  title: string
  /** Address of the widget's page. */
  src: string
  /** The widget's script, if it has one. */
  script?: string
  /** The loading overlay is gone after this, in milliseconds, whatever loads (specification section 9). */
  overlayMs: number
  /** How tall: viewport less 160 plus an extra, with a least height (section 9). */
  size: 'booking' | 'form' | 'calendar'
}

/** Another company's widget in a frame. Where it does not load, the way to call or write stands below it. */
export function Embed({ title, src: given, script, overlayMs, size }: Props) {
  const hydrated = useHydrated()
  // The page may be read anew, with another address, while a visitor is busy in the frame.
  const [src] = useState(given)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), overlayMs)
    return () => clearTimeout(timer)
  }, [overlayMs])
  useEffect(() => {
    // Only logged (section 8); whoever waits is let go.
    if (script) loadScript(script).catch(() => setLoading(false))
  }, [script])
  const frame = (
    <iframe title={title} src={src} onLoad={() => setLoading(false)} className={classes(style.frame, style[size])} />
  )
  return (
    <div className={style.embed}>
      <div className={style.place}>
        {/* A frame that has loaded before the scripts tells nobody so, and would stay under the overlay. */}
        <div className={style[size]}>{hydrated ? frame : <noscript>{frame}</noscript>}</div>
        {hydrated && loading && (
          <p role="status" className={style.overlay}>
            Loading...
          </p>
        )}
      </div>
      <p className={style.otherwise}>
        Not loading? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a> or write to{' '}
        <a href={`mailto:${fund.emails.office}`}>{fund.emails.office}</a>.
      </p>
    </div>
  )
}
