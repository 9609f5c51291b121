import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { type Refusal, refusal, refusalIn } from '../errors.ts'
import style from './downloads.module.css'

/** What is pressed to have something saved. */
const downloads = 'a[href^="/files/"][href$="download=1"], a[href="/files/everything"], [formaction="/files/zip"]'

type Props = {
  className?: string
  onRefusal: (refusal: Refusal) => void
  children: ReactNode
}

/**
 * What is downloaded from within arrives in a frame out of sight. What is saved shows nothing there; a refusal is told
 * on, and takes neither the page nor the uploads that run in it away. Without scripts the browser's window does both.
 */
export function Downloads({ className, onRefusal, children }: Props) {
  const name = `downloads${useId()}`
  const [round, setRound] = useState(0)
  const aim = ({ target }: MouseEvent) => {
    const pressed = (target as Element).closest(downloads)
    pressed?.setAttribute(pressed instanceof HTMLAnchorElement ? 'target' : 'formtarget', name)
  }
  const onAnswer = (page: Document | null) => {
    // The empty frame it begins with.
    if (page && !page.body.textContent) return
    onRefusal(saidIn(page) ?? refusal('DOWNLOAD_FAILED'))
    // A frame that shows a second page would put it into the history, and Back would lead from one to the other.
    setRound(round + 1)
  }
  return (
    <div className={className} onClickCapture={aim}>
      {children}
      <iframe
        key={round}
        name={name}
        title="Download"
        className={style.frame}
        onLoad={({ currentTarget }) => onAnswer(currentTarget.contentDocument)}
      />
    </div>
  )
}

/** @returns what an answer refuses with; undefined where it cannot be read, such as the browser's own page */
function saidIn(page: Document | null): Refusal | undefined {
  try {
    return refusalIn(JSON.parse(page?.body.textContent ?? ''))
  } catch {
    return undefined
  }
}
