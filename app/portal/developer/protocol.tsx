import { useCallback, useEffect, useState } from 'react'
import { onAuthEvent } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import style from './developer.module.css'

/** One line of a protocol: when (milliseconds of this browser's clock), what, and how it went. */
export interface Line {
  id: number
  at: number
  what: string
  outcome: string
  failed: boolean
}

let lines = 0

/**
 * Keeps a protocol of what a developer's page did. Every auth event of this browser is written into it, too, whichever
 * tab it happened in.
 * @returns its lines, the newest first; `write` adds one; `run` does work and writes how it went and how long it took
 */
export function useProtocol() {
  const [protocol, setProtocol] = useState<Line[]>([])
  const write = useCallback((what: string, outcome: string, failed = false) => {
    const line = { id: lines++, at: Date.now(), what, outcome, failed }
    setProtocol(before => [line, ...before].slice(0, 200))
  }, [])
  const run = useCallback(
    async (what: string, work: () => Promise<string>) => {
      const started = performance.now()
      const took = () => ` (${Math.round(performance.now() - started)} ms)`
      try {
        write(what, (await work()) + took())
      } catch (problem) {
        write(what, (problem instanceof Error ? problem.message : String(problem)) + took(), true)
      }
    },
    [write],
  )
  const clear = useCallback(() => setProtocol([]), [])
  useEffect(() => onAuthEvent(event => write('Auth event', event)), [write])
  return { protocol, write, run, clear }
}

/** Draws a protocol. */
export function Protocol({ protocol, clear }: { protocol: Line[]; clear: () => void }) {
  return (
    <section className={style.protocol} aria-labelledby="protocol">
      <header className={style.head}>
        <h2 id="protocol">What happened</h2>
        <Button size="small" variant="link" onClick={clear}>
          Clear
        </Button>
      </header>
      {protocol.length === 0 && <p className={style.quiet}>Nothing yet. Press a button, or sign in in another tab.</p>}
      <div role="log" aria-label="What happened">
        <ol>
          {protocol.map(({ id, at, what, outcome, failed }) => (
            <li key={id} className={style.line} data-failed={failed || undefined}>
              <time dateTime={new Date(at).toISOString()}>{new Date(at).toISOString().slice(11, 23)}</time>
              <strong>{what}</strong>
              <span>{outcome}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
