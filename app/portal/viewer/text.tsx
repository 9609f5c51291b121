import { useEffect, useState } from 'react'
import { textShown } from '../../../rules/limits.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { fileSize } from '../../ui/file-size.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fileAddress } from '../documents/kind.ts'
import { type Refusal, refusal } from '../errors.ts'
import { Unshown } from './card.tsx'
import { reasonIn } from './reason.ts'
import style from './text.module.css'

/** A text as text, never as anything else, in the letters it was written in; of a long one the beginning. */
export function Text({ document }: { document: PortalDocument }) {
  const [asked, ask] = useState(0)
  const [text, setText] = useState<string>()
  const [failure, setFailure] = useState<Refusal>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again
  useEffect(() => {
    const gone = new AbortController()
    setFailure(undefined)
    read(document, gone.signal)
      .then(found => (typeof found === 'string' ? setText(found) : setFailure(found)))
      .catch(() => gone.signal.aborted || setFailure(refusal('NO_CONNECTION')))
    return () => gone.abort()
  }, [document.id, asked])

  if (failure) {
    return <Unshown actions={<Button onClick={() => ask(asked + 1)}>Try again</Button>}>{failure.message}</Unshown>
  }
  const cut = document.file_size > textShown
  return (
    <div className={style.panel}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls is reached by keyboard */}
      <section className={style.desk} tabIndex={0} aria-label={`Text of ${document.filename}`}>
        <div className={style.sheet}>
          {text === undefined ? <Skeleton rows={5} /> : <pre className={style.text}>{text}</pre>}
        </div>
      </section>
      <div className={style.foot}>
        <p>
          {cut &&
            `Showing the first ${fileSize(textShown)} of ${fileSize(document.file_size)}. Download the file to read the rest.`}
        </p>
        <Button size="small" variant="link" href={fileAddress(document, true)}>
          Download
        </Button>
      </div>
    </div>
  )
}

/** @returns the text, or why there is none */
async function read(document: PortalDocument, signal: AbortSignal): Promise<string | Refusal> {
  const response = await fetch(fileAddress(document), { headers: { Range: `bytes=0-${textShown - 1}` }, signal })
  if (!response.ok) return reasonIn(response)
  const [, charset = 'utf-8'] = /charset=([\w-]+)/i.exec(response.headers.get('Content-Type') ?? '') ?? []
  // `stream` keeps back a letter that the cut has split.
  return decoder(charset).decode(await response.arrayBuffer(), { stream: true })
}

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
