import { useCallback, useEffect, useState } from 'react'
import { onAuthEvent } from '../../../shell/session.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import style from './developer.module.css'

/** One entry of the log: when (epoch milliseconds by this browser's clock), what, and the outcome. */
export interface LogEntry {
  id: number
  at: number
  what: string
  outcome: string
  failed: boolean
}

let nextId = 0

/**
 * Maintains a log of a developer page's actions. It includes this browser's auth events, from any tab.
 * @returns the entries, newest first; `write` adds one; `run` runs work and logs its outcome and duration
 */
export function useEventLog() {
  const [entries, setEntries] = useState<LogEntry[]>([])
  const write = useCallback((what: string, outcome: string, failed = false) => {
    const entry = { id: nextId++, at: Date.now(), what, outcome, failed }
    setEntries(before => [entry, ...before].slice(0, 200))
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
  const clear = useCallback(() => setEntries([]), [])
  useEffect(() => onAuthEvent(event => write('Auth event', event)), [write])
  return { entries, write, run, clear }
}

export function EventLog({ entries, clear }: { entries: LogEntry[]; clear: () => void }) {
  return (
    <section className={`stack top gap-3 ${style.log}`} aria-labelledby="event-log">
      <header className="cluster baseline apart gap-4">
        <h2 id="event-log">What happened</h2>
        <Button size="small" variant="link" onClick={clear}>
          Clear
        </Button>
      </header>
      {entries.length === 0 && <p className="small muted">Nothing yet. Press a button, or sign in in another tab.</p>}
      <div role="log" aria-label="What happened">
        <ol>
          {entries.map(({ id, at, what, outcome, failed }) => (
            <li
              key={id}
              className={`stack small breakable line-below pad-3 leading-5 ${style.entry}`}
              data-failed={failed || undefined}
            >
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
