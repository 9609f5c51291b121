import { useEffect, useState } from 'react'
import { copiedStays } from '../../../rules/limits.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Button } from '../../shell/ui/button.tsx'

/** Copies one of the figures. Without scripts, people select it. */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedStays)
    return () => clearTimeout(timer)
  }, [copied])
  if (!useHydrated()) return null
  // On an insecure page there is no `navigator.clipboard`; a browser may refuse.
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Button size="small" aria-label={copied ? `Copied: ${of}` : `Copy: ${of}`} onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
