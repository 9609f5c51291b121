import { useEffect, useState } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { copiedStays } from '../../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'
import style from './calculator.module.css'

/** Copies an address and reports success or failure for `copiedStays`. */
export function CopyLink({ address }: { address: () => string }) {
  const [outcome, setOutcome] = useState<{ done: boolean }>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), copiedStays)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    // A browser may refuse, and on an insecure page there is no `navigator.clipboard`.
    const done = await Promise.resolve(navigator.clipboard?.writeText(address()).then(() => true)).catch(() => false)
    setOutcome({ done: done ?? false })
  }
  return (
    <p className={`row center gap-4 small ${style.copy}`}>
      <Button size="small" onClick={copy}>
        {texts.copy.label}
      </Button>
      <span role="status">{outcome && (outcome.done ? texts.copy.done : texts.copy.failed)}</span>
    </p>
  )
}
