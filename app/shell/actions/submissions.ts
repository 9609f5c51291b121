/** Forms that are being sent in the background. */
let pending = 0
let waiting: (() => void)[] = []

/** Notes that a form is being sent. @returns what to call once its answer is there; more often does nothing */
export function beginSubmission(): () => void {
  let isOpen = true
  pending++
  return () => {
    if (!isOpen) return
    isOpen = false
    pending--
    if (pending > 0) return
    const resolves = waiting
    waiting = []
    for (const resolve of resolves) resolve()
  }
}

/**
 * Resolves when no form is being sent in the background. Loading the page's data again before that would make React
 * Router drop the answer, where it leads to another page.
 */
export async function submissionsEnd(): Promise<void> {
  if (pending > 0) await new Promise<void>(resolve => waiting.push(resolve))
}
