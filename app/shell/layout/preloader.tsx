import { useEffect, useState } from 'react'
import type { Embeds } from '../../../content/embeds-types.ts'
import { preloadForm, preloadStart, preloadStep } from '../../../rules/limits.ts'
import { loadScript } from '../../site/contact/load-script.ts'

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

/** The steps of preloading (specification section 4), in order. */
export const preloadSteps = ['waiting', 'script', 'email form', 'video booking', 'phone booking', 'complete'] as const

/** How long each step except the last takes, in milliseconds (section 9). */
export const stepDurations = [preloadStart, preloadForm, preloadStep, preloadStep, preloadStep]

/**
 * @param embeds the fund's widgets
 * @param step index into `preloadSteps`
 * @returns what is loaded in that step: the script to add, and the URLs of the hidden frames in order
 */
export function loadedAtStep(embeds: Embeds, step: number): { script?: string; frames: string[] } {
  const frames = [embeds.emailForm, embeds.videoBooking, embeds.phoneBooking].slice(0, Math.max(0, step - 1))
  return { script: step >= 1 ? embeds.formScript : undefined, frames: frames.filter(src => src !== undefined) }
}
