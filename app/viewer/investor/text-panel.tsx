import { useEffect, useState } from 'react'
import { textShown } from '../../../rules/limits.ts'
import { fileAddress, maySave } from '../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { fetchOwn } from '../../shell/own-answer.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Button } from '../../shell/ui/button.tsx'
import { fileSize } from '../../shell/ui/file-size.ts'
import { refusalFrom } from './file-errors.ts'
import { UnavailableCard } from './message-card.tsx'
import { Skeleton } from './skeleton.tsx'
import style from './text-panel.module.css'
import { TryAgain } from './try-again.tsx'

/** A text file as plain text, in its own encoding; only the start of a long file. */
export function TextPanel({ document }: { document: PortalDocument }) {
  const [attempt, setAttempt] = useState(0)
  const [text, setText] = useState<string>()
  const [failure, setFailure] = useState<Refusal>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    const unmounted = new AbortController()
    setFailure(undefined)
    loadText(document, unmounted.signal)
      .then(found => (typeof found === 'string' ? setText(found) : setFailure(found)))
      .catch(() => unmounted.signal.aborted || setFailure(refusal('NO_CONNECTION')))
    return () => unmounted.abort()
  }, [document.id, attempt])

  if (failure) {
    return (
      <UnavailableCard actions={<TryAgain failure={failure} onTry={() => setAttempt(attempt + 1)} />}>
        {failure.message}
      </UnavailableCard>
    )
  }
  const truncated = document.file_size > textShown
  return (
    <div className={style.panel}>
      <section
        className={`stack sunk line-around align-start ${style.desk}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Text of ${document.filename}`}
      >
        <div className={style.sheet}>
          {text === undefined ? <Skeleton rows={5} /> : <pre className={`small breakable ${style.text}`}>{text}</pre>}
        </div>
      </section>
      <div className={`quiet cluster center apart gap-0-5 touch ${style.foot}`}>
        <p>
          {truncated &&
            `Showing the first ${fileSize(textShown)} of ${fileSize(document.file_size)}.${maySave(document) ? ' Download the file to read the rest.' : ''}`}
        </p>
        {maySave(document) && (
          <Button size="small" variant="link" href={fileAddress(document, true)}>
            Download
          </Button>
        )}
      </div>
    </div>
  )
}

async function loadText(document: PortalDocument, signal: AbortSignal): Promise<string | Refusal> {
  const response = await fetchOwn(fileAddress(document), { headers: { Range: `bytes=0-${textShown - 1}` }, signal })
  if (!response.ok) return refusalFrom(response)
  const [, charset = 'utf-8'] = /charset=([\w-]+)/i.exec(response.headers.get('Content-Type') ?? '') ?? []
  // `stream` holds back a character that the truncation has split.
  return decoder(charset).decode(await response.arrayBuffer(), { stream: true })
}

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
