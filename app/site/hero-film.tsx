import { type ReactNode, useEffect, useRef, useState } from 'react'
import { film } from '../../content/film.ts'
import { classes } from '../shell/ui/classes.ts'
import style from './hero-film.module.css'

/** Windows that get the upright cut of the film; the same as in hero-film.module.css. */
const uprightWindow = '(width < 60rem) and (orientation: portrait)'
const reducedMotion = '(prefers-reduced-motion: reduce)'

/**
 * The moving background of the headline. First the plate, which is part of the page. After the page has loaded, a film
 * of the same plate fades in over it, unless the visitor prefers reduced motion or reduced data. One button pauses
 * everything (WCAG 2.2.2).
 */
export function HeroFilm({ plate }: { plate: ReactNode }) {
  const video = useRef<HTMLVideoElement>(null)
  const [cut, setCut] = useState<string>()
  const [running, setRunning] = useState(false)
  const [moves, setMoves] = useState<boolean>()

  useEffect(() => {
    const reduced = matchMedia(reducedMotion)
    const upright = matchMedia(uprightWindow)
    const chooseCut = () => {
      setMoves(reduced.matches ? undefined : true)
      setCut(reduced.matches || prefersReducedData() ? undefined : film?.[upright.matches ? 'upright' : 'wide'])
    }
    // Only after everything else has loaded, so that the film does not delay the headline.
    if (document.readyState === 'complete') chooseCut()
    else window.addEventListener('load', chooseCut, { once: true })
    for (const query of [reduced, upright]) query.addEventListener('change', chooseCut)
    return () => {
      window.removeEventListener('load', chooseCut)
      for (const query of [reduced, upright]) query.removeEventListener('change', chooseCut)
    }
  }, [])

  useEffect(() => {
    setRunning(false)
    if (cut) video.current?.load()
  }, [cut])

  // Playing out of sight would only drain the battery.
  useEffect(() => {
    const element = video.current
    if (!element || !cut) return
    // The entries of several frames may arrive at once: the last one counts.
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

/** @returns whether the visitor prefers reduced data or has a very slow connection (Network Information API) */
function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return (
    matchMedia('(prefers-reduced-data: reduce)').matches ||
    connection?.saveData === true ||
    /2g$/.test(connection?.effectiveType ?? '')
  )
}
