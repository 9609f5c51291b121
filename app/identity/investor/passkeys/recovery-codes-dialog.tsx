import { useState } from 'react'
import { fund } from '../../../../content/fund.ts'
import { copiedStays } from '../../../../rules/limits.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
import style from './recovery-codes-dialog.module.css'

/** Shows new recovery codes, once, to be copied, printed or saved. Render it only while it is open. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const text = [`${fund.name}: recovery codes. Each works once.`, '', ...codes, ''].join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
    setTimeout(() => setCopied(false), copiedStays)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your recovery codes"
      actions={
        <>
          <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>
          <Button onClick={() => print()}>Print</Button>
          <Button
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${fund.shortName} recovery codes.txt`}
          >
            Download
          </Button>
          <Button variant="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        </>
      }
    >
      <p>
        Save these somewhere other than this device. Each works once in place of a passkey. We won’t show them again.
      </p>
      <ol className={`stack gap-2-5 double ${style.codes}`}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  )
}
