import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { requestProof } from '../../identity/investor/proof/request-proof.ts'
import { type Refusal, refusal, refusalIn } from '../../shell/portal/refusal.ts'
import style from './download-frame.module.css'

/** Matches links and buttons that start a download. */
const downloadControls =
  'a[href^="/files/"][href$="download=1"], a[href="/files/everything"], [formaction="/files/zip"]'

type Props = {
  className?: string
  onRefusal: (refusal: Refusal) => void
  children: ReactNode
}

/**
 * Sends downloads started inside it to a hidden frame. A successful download leaves the frame empty; a refusal arrives
 * there as a page and is reported, instead of replacing this page and ending its uploads. If fresh proof is missing, it
 * asks for it and repeats the download. Without scripts the window itself is the target.
 */
export function DownloadFrame({ className, onRefusal, children }: Props) {
  const name = `downloads${useId()}`
  const [frameKey, setFrameKey] = useState(0)
  const [started] = useState<{ by?: HTMLElement }>({})
  const targetFrame = ({ target }: MouseEvent) => {
    const pressed = (target as Element).closest<HTMLElement>(downloadControls)
    if (!pressed) return
    pressed.setAttribute(pressed instanceof HTMLAnchorElement ? 'target' : 'formtarget', name)
    started.by = pressed
  }
  const refuse = async (refused: Refusal) => {
    const isProved = refused.code === 'PROOF_NEEDED' && (await requestProof())
    if (isProved) started.by?.click()
    else onRefusal(refused)
  }
  const onAnswer = (page: Document | null) => {
    // The frame is loaded empty at first.
    if (page && !page.body.textContent) return
    // The site refuses with JSON, which the browser shows as text. Anything else comes from a proxy or the network.
    const isForeign = page?.contentType === 'text/html'
    void refuse(refusalIn(page?.body.textContent) ?? refusal(isForeign ? 'NO_CONNECTION' : 'DOWNLOAD_FAILED'))
    // A second page in the same frame would add an entry to the history, and Back would switch between the two.
    setFrameKey(frameKey + 1)
  }
  return (
    <div className={className} onClickCapture={targetFrame}>
      {children}
      <iframe
        key={frameKey}
        name={name}
        title="Download"
        className={style.frame}
        onLoad={({ currentTarget }) => onAnswer(currentTarget.contentDocument)}
      />
    </div>
  )
}
