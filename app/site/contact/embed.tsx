import { useEffect, useState } from 'react'
import { fund } from '../../../content/fund.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { classes } from '../../shell/ui/classes.ts'
import { Link } from '../../shell/ui/link.tsx'
import style from './embed.module.css'
import { loadScript } from './load-script.ts'
import { ownFormAddress } from './own-form.ts'

type Props = {
  /** The frame's name, for screen readers. */
  title: string
  /** URL of the widget's page. */
  src: string
  /** The widget's script, if it has one. */
  script?: string
  /** The loading overlay disappears after this time (ms) even if nothing has loaded (specification section 9). */
  overlayMs: number
  /** Determines the height: the viewport's less 160 px plus an extra, with a minimum (section 9). */
  size: 'booking' | 'form' | 'calendar'
}

/** Another company's widget in a frame. Below it, in case it does not load, are the phone number and our own form. */
export function Embed({ title, src: given, script, overlayMs, size }: Props) {
  const hydrated = useHydrated()
  // The page's data may be reloaded with another URL while the visitor is using the frame, which must not reload then.
  const [src] = useState(given)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), overlayMs)
    return () => clearTimeout(timer)
  }, [overlayMs])
  useEffect(() => {
    // Only logged (section 8), but no one has to wait any longer.
    if (script) loadScript(script).catch(() => setLoading(false))
  }, [script])
  const frame = (
    <iframe title={title} src={src} onLoad={() => setLoading(false)} className={classes(style.frame, style[size])} />
  )
  return (
    <div className={style.embed}>
      <div className={style.place}>
        {/* If a frame loaded before hydration, its load event would be missed and the overlay would stay. */}
        <div className={style[size]}>{hydrated ? frame : <noscript>{frame}</noscript>}</div>
        {hydrated && loading && (
          <p role="status" className={style.overlay}>
            Loading...
          </p>
        )}
      </div>
      <p className="quiet">
        Not loading? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a> or{' '}
        <Link to={ownFormAddress} reloadDocument>
          use our own form
        </Link>
        .
      </p>
    </div>
  )
}
