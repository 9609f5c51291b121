import { useEffect, useState } from 'react'
import { Button } from '../../../shell/ui/button.tsx'
import { Progress } from '../../../shell/ui/progress.tsx'
import type { Work } from '../../proof-of-work.ts'
import style from './login.module.css'

type Props = {
  work: Work
  /** Called with the form fields that prove the work, or none once the wait is over. */
  onDone: (proof: Record<string, string>) => void
  onBack: () => void
}

/** Between the steps, while many codes are being requested: the browser computes something that slows robots down. */
export function WorkStep({ work, onDone, onBack }: Props) {
  const [percent, setPercent] = useState(0)

  useEffect(() => {
    const search = new AbortController()
    const { signal } = search
    const began = performance.now()
    // Whichever is over first.
    const onProgress = (solved: number) => setPercent(Math.max(solved, (100 * (performance.now() - began)) / work.wait))
    const timer = setTimeout(() => {
      search.abort()
      onDone({})
    }, work.wait)
    import('./solve-work.ts')
      .then(({ solveWork }) => solveWork(work, { signal, onProgress }))
      .then(number => {
        if (number === undefined) return
        clearTimeout(timer)
        onDone({ challenge: work.challenge, number: String(number) })
      })
      // Without that script there is still the wait.
      .catch(() => undefined)
    return () => {
      clearTimeout(timer)
      search.abort()
    }
  }, [work, onDone])

  return (
    <div className={`stack gap-5 ${style.step}`}>
      <h1>Checking your browser…</h1>
      <p className={`muted ${style.lead}`} role="status">
        Many codes are being requested right now, so your browser first solves a small puzzle that slows robots down.
        Keep this page open; we’ll send your code in {longest(work.wait)} at the latest.
      </p>
      <Progress label="Checking" value={percent} />
      <div className={`cluster apart gap-0-5 ${style.ways}`}>
        <Button variant="link" onClick={onBack}>
          Back to email
        </Button>
      </div>
    </div>
  )
}

function longest(wait: number): string {
  const minutes = Math.ceil(wait / 60_000)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
