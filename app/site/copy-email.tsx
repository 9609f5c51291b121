import { useEffect, useState } from 'react'
import { investorPortal } from '../../content/investor-portal.ts'
import { copiedStays } from '../../rules/limits.ts'
import { Button } from '../ui/button.tsx'

/** Copies an address and reports success or a browser's refusal for `copiedStays` (specification section 9). */
export function CopyEmail({ address }: { address: string }) {
  const { copy, copied, notCopied } = investorPortal.documents
  const [outcome, setOutcome] = useState('')

  useEffect(() => {
    if (outcome !== copied) return
    const timer = setTimeout(() => setOutcome(''), copiedStays)
    return () => clearTimeout(timer)
  }, [outcome, copied])

  const press = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setOutcome(copied)
    } catch {
      setOutcome(notCopied)
    }
  }
  return (
    <>
      <Button size="small" onClick={press}>
        {copy}
      </Button>
      <p role="status">{outcome}</p>
    </>
  )
}
