import { useEffect, useState } from 'react'
import { calculator as words } from '../../../content/calculator.ts'
import { copiedStays } from '../../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'
import style from './calculator.module.css'

/** Copies an address and says so for `copiedStays`. Not shown where no scripts run: the address bar has the link. */
export function CopyLink({ address }: { address: () => string }) {
  const [outcome, setOutcome] = useState<{ done: boolean }>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), copiedStays)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    // A browser may refuse, and has no clipboard at all on a page that is not secure.
    const done = await Promise.resolve(navigator.clipboard?.writeText(address()).then(() => true)).catch(() => false)
    setOutcome({ done: done ?? false })
  }
  return (
    <p className={style.copy}>
      <Button size="small" onClick={copy}>
        {words.copy.label}
      </Button>
      <span role="status">{outcome && (outcome.done ? words.copy.done : words.copy.failed)}</span>
    </p>
  )
}
