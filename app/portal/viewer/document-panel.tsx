import { useState } from 'react'
import type { PortalDocument } from '../../../server/documents.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { fileSize } from '../../ui/format.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { fileAddress, kindName, linkHost, showing } from '../documents/kind.ts'
import { recordView } from '../documents/record-view.ts'
import style from './document-panel.module.css'

/** The document itself: PDF in a frame, pictures as pictures, anything else to be downloaded. */
export function DocumentPanel({ document }: { document: PortalDocument }) {
  const how = showing(document)
  // Most phones cannot show a PDF inside a page.
  const framed = how === 'frame' && (typeof navigator === 'undefined' || navigator.pdfViewerEnabled !== false)
  if (how === 'link') return <SigningLink document={document} />
  return (
    <div className={style.panel}>
      {framed && <iframe className={style.frame} src={fileAddress(document)} title={document.filename} />}
      {how === 'picture' && <Picture document={document} />}
      {!framed && how !== 'picture' && <Card document={document} />}
      <div className={style.actions}>
        {(how === 'frame' || how === 'picture') && (
          <Button size="small" variant="link" href={fileAddress(document)} target="_blank" rel="noreferrer">
            Open in a new tab
          </Button>
        )}
        {(framed || how === 'picture') && (
          <Button size="small" variant="link" href={fileAddress(document, true)}>
            Download
          </Button>
        )}
      </div>
    </div>
  )
}

function Picture({ document }: { document: PortalDocument }) {
  const [natural, setNatural] = useState(false)
  const [failed, setFailed] = useState(false)
  if (failed) return <Card document={document} />
  return (
    <div className={classes(style.picture, natural && style.natural)} tabIndex={natural ? 0 : undefined}>
      <button
        type="button"
        aria-pressed={natural}
        aria-label="Actual size"
        className={style.zoom}
        onClick={() => setNatural(!natural)}
      >
        <img src={fileAddress(document)} alt={document.filename} onError={() => setFailed(true)} />
      </button>
    </div>
  )
}

function Card({ document }: { document: PortalDocument }) {
  return (
    <div className={style.card}>
      <p className={style.kind}>{kindName(document)}</p>
      <p>
        {fileSize(document.file_size)}, added <FormattedDate date={document.created_at} />. It cannot be shown here;
        download it to read it.
      </p>
      <Button variant="primary" href={fileAddress(document, true)}>
        Download
      </Button>
    </div>
  )
}

function SigningLink({ document }: { document: PortalDocument }) {
  return (
    <div className={style.card}>
      <p className={style.kind}>Signing link</p>
      <p>
        Added <FormattedDate date={document.created_at} />. It is read and signed at{' '}
        <strong>{linkHost(document)}</strong>.
      </p>
      <Button
        variant="primary"
        href={document.external_url ?? ''}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => recordView(document.id)}
      >
        Open to sign
      </Button>
    </div>
  )
}
