import type { Refusal } from '../../shell/portal/refusal.ts'
import { Button, type ButtonProps } from '../../shell/ui/button.tsx'

type Props = Pick<ButtonProps, 'size' | 'variant'> & {
  failure: Refusal | undefined
  onTry: () => void
}

/** Loads a failed file again, after asking for fresh proof if required. */
export function TryAgain({ failure, onTry, ...look }: Props) {
  if (failure?.code !== 'PROOF_NEEDED')
    return (
      <Button {...look} onClick={onTry}>
        Try again
      </Button>
    )
  const proveAndTry = async () => {
    const { askForProof } = await import('../../identity/investor/proof/ask-for-proof.tsx')
    if (await askForProof()) onTry()
  }
  return (
    <Button {...look} onClick={proveAndTry}>
      Confirm that it’s you
    </Button>
  )
}
