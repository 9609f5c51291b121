import { useEffect, useState } from 'react'
import type { Embeds } from '../../../content/embeds-types.ts'
import { loadScript } from '../../site/contact/load-script.ts'
import { loadedAtStep, preloadSteps, stepDurations } from './preload-plan.ts'

/**
 * Loads other companies' forms and calendars in hidden frames while the visitor reads, so that pages that embed them
 * open quickly. Failures are ignored.
 */
export default function Preloader({ embeds }: { embeds: Embeds }) {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const pause = stepDurations[step]
    if (pause === undefined) return
    const timer = setTimeout(() => setStep(step + 1), pause)
    return () => clearTimeout(timer)
  }, [step])
  const { script, frames } = loadedAtStep(embeds, step)
  useEffect(() => {
    if (script) loadScript(script).catch(() => {})
  }, [script])
  return (
    <div hidden data-preload={preloadSteps[step]}>
      {frames.map(src => (
        <iframe key={src} src={src} title="Preloaded in the background" tabIndex={-1} />
      ))}
    </div>
  )
}
