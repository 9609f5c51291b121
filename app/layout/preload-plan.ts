import type { Embeds } from '../../content/embeds-types.ts'
import { preloadForm, preloadStart, preloadStep } from '../../rules/limits.ts'

/** Specification section 4, in its order. */
export const preloadSteps = ['waiting', 'script', 'email form', 'video booking', 'phone booking', 'complete'] as const

/** How long each step but the last lasts, in milliseconds (section 9). */
export const stepLasts = [preloadStart, preloadForm, preloadStep, preloadStep, preloadStep]

/**
 * @param embeds the fund's widgets
 * @param step index in `preloadSteps`
 * @returns what is loaded by then: the script to add, and the pages in hidden frames, first to last
 */
export function loadedBy(embeds: Embeds, step: number): { script?: string; frames: string[] } {
  const frames = [embeds.emailForm, embeds.videoBooking, embeds.phoneBooking].slice(0, Math.max(0, step - 1))
  return { script: step >= 1 ? embeds.formScript : undefined, frames: frames.filter(src => src !== undefined) }
}
