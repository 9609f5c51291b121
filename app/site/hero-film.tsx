import { type ReactNode, useEffect, useRef, useState } from 'react'
import { film } from '../../content/film.ts'
import { classes } from '../ui/classes.ts'
import style from './hero-film.module.css'

/** As in hero-film.module.css: which cut fits the window. */
const uprightWindow = '(width < 60rem) and (orientation: portrait)'
const stillness = '(prefers-reduced-motion: reduce)'

/**
 * What moves behind the headline. First the plate, drawn at once and part of the page; then, once the page is there and
 * nobody has asked for stillness or for fewer data, the film of the same plate, which fades in over it. One button
 * holds all of it still (WCAG 2.2.2).
 */
export function HeroFilm({ plate }: { plate: ReactNode }) {
  const video = useRef<HTMLVideoElement>(null)
  const [cut, setCut] = useState<string>()
  const [running, setRunning] = useState(false)
  const [moves, setMoves] = useState<boolean>()

  useEffect(() => {
    const still = matchMedia(stillness)
    const upright = matchMedia(uprightWindow)
    const choose = () => {
      setMoves(still.matches ? undefined : true)
      setCut(still.matches || savesData() ? undefined : film?.[upright.matches ? 'upright' : 'wide'])
    }
    // Not before everything else has loaded: the headline is what the first second is for.
    if (document.readyState === 'complete') choose()
    else window.addEventListener('load', choose, { once: true })
    for (const query of [still, upright]) query.addEventListener('change', choose)
    return () => {
      window.removeEventListener('load', choose)
      for (const query of [still, upright]) query.removeEventListener('change', choose)
    }
  }, [])

  useEffect(() => {
    setRunning(false)
    if (cut) video.current?.load()
  }, [cut])

  // A film that nobody sees costs a battery.
  useEffect(() => {
    const element = video.current
    if (!element || !cut) return
    // Several frames may be told of at once: the last one counts.
    const observer = new IntersectionObserver(entries => {
      if (entries.at(-1)?.isIntersecting && moves)
        element.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && setCut(undefined))
      else element.pause()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [cut, moves])

  return (
    <>
      <div className={classes(style.stage, moves && !cut && style.moving)} aria-hidden="true">
        <div className={classes(style.plate, running && style.hidden)}>{plate}</div>
        <video
          ref={video}
          className={classes(style.film, running && style.running)}
          muted
          loop
          playsInline
          preload="none"
          tabIndex={-1}
          onPlaying={() => setRunning(true)}
        >
          {cut && (
            <>
              <source src={`${cut}.av1.mp4?v=${film?.version}`} type='video/mp4; codecs="av01.0.08M.08"' />
              <source
                src={`${cut}.h264.mp4?v=${film?.version}`}
                type='video/mp4; codecs="avc1.640028"'
                onError={() => setCut(undefined)}
              />
            </>
          )}
        </video>
      </div>
      {moves !== undefined && (
        <button type="button" className={style.button} onClick={() => setMoves(!moves)}>
          {moves ? 'Pause' : 'Play'}
          <span className="visually-hidden"> the background video</span>
        </button>
      )}
    </>
  )
}

/** Whether the reader asked for fewer data, or the line is too slow for a film (Network Information API). */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return (
    matchMedia('(prefers-reduced-data: reduce)').matches ||
    connection?.saveData === true ||
    /2g$/.test(connection?.effectiveType ?? '')
  )
}
